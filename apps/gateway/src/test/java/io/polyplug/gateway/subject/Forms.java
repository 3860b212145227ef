package io.polyplug.gateway.subject;

/** Forms that the user of a client is to fill in. */
final class Forms {
  static final String USER =
      """
      {
        "type": "object",
        "properties": {
          "username": {"type": "string", "description": "Your name here"},
          "email": {"type": "string", "description": "Where mail reaches you"}
        },
        "required": ["username", "email"]
      }
      """;

  static final String DEFAULTS =
      """
      {
        "type": "object",
        "properties": {
          "name": {"type": "string", "default": "John Doe"},
          "age": {"type": "integer", "default": 30},
          "score": {"type": "number", "default": 95.5},
          "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active"
          },
          "verified": {"type": "boolean", "default": true}
        },
        "required": []
      }
      """;

  static final String CHOICES =
      """
      {
        "type": "object",
        "properties": {
          "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
          "titledSingle": {
            "type": "string",
            "oneOf": [
              {"const": "value1", "title": "First"},
              {"const": "value2", "title": "Second"},
              {"const": "value3", "title": "Third"}
            ]
          },
          "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["One", "Two", "Three"]
          },
          "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]}
          },
          "titledMulti": {
            "type": "array",
            "items": {
              "anyOf": [
                {"const": "value1", "title": "First"},
                {"const": "value2", "title": "Second"},
                {"const": "value3", "title": "Third"}
              ]
            }
          }
        },
        "required": []
      }
      """;

  private Forms() {}
}
