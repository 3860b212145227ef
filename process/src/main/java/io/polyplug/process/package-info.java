/**
 * Start, watch and end operating-system processes.
 *
 * <p>{@link io.polyplug.process.ProgramLookup} finds a program, {@link
 * io.polyplug.process.ProcessSpec} says how it is started, a {@link io.polyplug.process.Spawner}
 * starts it, {@link io.polyplug.process.Child} is the running process, {@link
 * io.polyplug.process.ShutdownLadder} ends it. {@link io.polyplug.process.CommandRunner} does all
 * of that for a program that runs to its end. A start that fails is a {@link
 * io.polyplug.process.LaunchFailure} with one sentence for people. Programs of a {@link
 * io.polyplug.process.MemorySpawner} are code of this JVM, for tests.
 *
 * <h2>What does not stay behind</h2>
 *
 * <p>On Linux each child leads a process group. Ended with it, and after it, is
 *
 * <ul>
 *   <li>whatever is in its group, also when the parents in between are gone;
 *   <li>whatever left the group but can still be reached from it through living parents when the
 *       first signal is sent.
 * </ul>
 *
 * <p>If the host itself is ended, by KILL or otherwise, the {@link io.polyplug.process.Guardian}
 * ends both, and if the guardian was ended with it, the {@link io.polyplug.process.Journal} does so
 * at the next start for each group whose leader still lives.
 *
 * <p>A process that made a session of its own and whose parent is gone, as daemons do on purpose,
 * is not followed. No variable is put into a child's environment to find such processes by, since
 * contracts promise their plugins an environment without anything of the host's.
 *
 * <p>Elsewhere, with the portable spawner, there are no groups: the second of the two points holds,
 * and the guardian ends the children alone.
 */
package io.polyplug.process;
