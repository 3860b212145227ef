package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.files.Looks;

/**
 * What built-in languages look at projects with; shared by all of them.
 *
 * @param around the files of dishes and above
 * @param node what is known of Node projects
 */
record Project(Surroundings around, NodeProjects node) {
  Project(Looks looks) {
    Surroundings around = new Surroundings(looks);
    this(around, new NodeProjects(around));
  }
}
