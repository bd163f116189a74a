// Everything of this room is refused for a client that is not a sandbox.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'

export function assertSandbox({ clientId, client }: Pick<Scope, 'clientId' | 'client'>): void {
  if (!client.isSandbox) {
    throw problem(
      'notSandbox',
      `system client "${clientId}" is not a sandbox: its data and its clock are real`,
    )
  }
}
