// The command that tells what is lost between finding and invoice.
import { readToday } from '../../features/today/read-today.ts'
import { type Command, feature, list, text } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  today: feature(
    {
      summary: 'tell what is lost between finding and invoice',
      arguments: { client: text('id of the system client') },
      options: {
        branch: list('dealer codes or ids of the branches; default: every branch', { 'x-value': 'codes' }),
      },
    },
    (scope, { branch }) => readToday(scope, branch ? { branch } : {}),
  ),
}
