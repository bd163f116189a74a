// The one way to run a command, for the command line and for the control socket of a running service.
import { Errors } from 'typebox/schema'
import { problem, problemOf, type Violation } from '../problems.ts'
import type { Actor } from '../scope.ts'
import type { Command, CommandContext } from './commands/define.ts'
import { findCommand } from './commands.ts'

/** Results are plain JSON, whether they were made here or came over the socket. */
export async function runCommand(context: CommandContext, name: string, args: unknown): Promise<unknown> {
  const command = await findCommand(name)
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
  const [, errors] = Errors(command.schema, args)
  return errors
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
