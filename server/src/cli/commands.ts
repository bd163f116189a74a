// Name of a command → use case, and the one way to run it. The command line and the control socket of a running service both use
// it; the options of the command line are made from the schemas.
import { Value } from 'typebox/value'
import { problem, problemOf, type Violation } from '../problems.ts'
import type { Actor } from '../scope.ts'
import { accessCommands } from './commands/access.ts'
import { auditCommands } from './commands/audit.ts'
import { callbackCommands } from './commands/callbacks.ts'
import { databaseCommands, innerCommands } from './commands/database.ts'
import type { Command, CommandContext } from './commands/define.ts'
import { featureCommands } from './commands/features.ts'
import { inspectionCommands } from './commands/inspections.ts'
import { messageCommands } from './commands/messages.ts'
import { ownerLinkCommands } from './commands/owner-links.ts'
import { packageCommands } from './commands/packages.ts'
import { secretKeyCommands } from './commands/secret-key.ts'
import { vehicleCommands } from './commands/vehicles.ts'
import { videoCommands } from './commands/videos.ts'

/** In the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  ...accessCommands,
  ...auditCommands,
  ...featureCommands,
  ...inspectionCommands,
  ...packageCommands,
  ...vehicleCommands,
  ...videoCommands,
  ...ownerLinkCommands,
  ...messageCommands,
  ...callbackCommands,
  ...databaseCommands,
  ...secretKeyCommands,
}

export function findCommand(name: string): Command | undefined {
  const known = { ...commands, ...innerCommands }
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** Results are plain JSON, whether they were made here or came over the socket. */
export async function runCommand(context: CommandContext, name: string, args: unknown): Promise<unknown> {
  const command = findCommand(name)
  if (!command) throw problem('invalidArgument', `command: there is no command ${JSON.stringify(name)}`)
  const given = (args ?? {}) as Record<string, unknown>
  const violations = listViolations(command, given)
  if (violations.length > 0) throw problemOf(violations)
  return JSON.parse(JSON.stringify((await command.run(context, given)) ?? null))
}

/** For the control socket of the service. */
export function commandRunner(service: Pick<CommandContext, 'database' | 'config' | 'media' | 'callbacks'>) {
  return (
    name: string,
    args: unknown,
    caller: { user: string; progress(text: string): void; signal?: AbortSignal },
  ): Promise<unknown> =>
    runCommand(
      {
        ...service,
        now: new Date(),
        actor: cliActor(caller.user),
        progress: caller.progress,
        signal: caller.signal,
      },
      name,
      args,
    )
}

export function cliActor(user: string): Actor {
  return { kind: 'system', id: `cli:${user}` }
}

function listViolations(command: Command, args: Record<string, unknown>): Violation[] {
  return Value.Errors(command.schema, args)
    .filter(({ keyword }) => keyword !== 'boolean')
    .map(({ keyword, instancePath, params, message }) => {
      const field = instancePath.slice(1).replaceAll('/', '.')
      const named = params as Record<string, string[]>
      const info =
        keyword === 'required'
          ? `${named.requiredProperties?.join(', ')}: is missing`
          : keyword === 'additionalProperties'
            ? `${named.additionalProperties?.join(', ')}: is not an option of this command`
            : keyword === 'enum'
              ? `${field}: ${JSON.stringify(args[field])} is not one of ${named.allowedValues?.join(', ')}`
              : `${field}: ${message}`
      return { kind: 'invalidArgument', info }
    })
}
