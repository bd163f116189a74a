// Commands on sandboxes: make one, move its clock, start over. Those that simulate people are in simulate.ts.
import { isIsoDate } from '@walkaround/contract/rules/iso-dates.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { moveClock } from '../../features/sandbox/clock.ts'
import { createSandbox } from '../../features/sandbox/create-sandbox.ts'
import { resetSandbox } from '../../features/sandbox/reset.ts'
import { problem } from '../../problems.ts'
import { access, type Command, feature, oneOf, text } from './define.ts'

const client = text('id of the sandbox')

const RESET = 'reset'

export const commands: Readonly<Record<string, Command>> = {
  'sandbox create': access(
    {
      summary: 'make a sandbox: client, site, branch, login of a DMS and test key',
      arguments: { id: text('id in paths: letters, digits, . _ -') },
      options: {
        name: text('display name'),
        code: text('dealer code of its branch; default: 1000'),
        timeZone: text('IANA time zone, such as Europe/Berlin; default: UTC', { 'x-value': 'zone' }),
        language: oneOf(languages, 'language of its texts; default: en'),
        currency: text('ISO 4217 code; default: EUR'),
      },
      mayCreate: true,
    },
    createSandbox,
  ),
  'sandbox clock': feature(
    {
      summary: 'move the clock of a sandbox ahead, or back to the real time',
      arguments: { client, to: text('ahead by +3d, +2h, +10m; a time such as 2027-01-31T12:00Z; or reset') },
    },
    (scope, { to }) =>
      moveClock(scope, to === RESET ? {} : /^\+?\d+[a-z]$/.test(to) ? { forward: to } : { at: toMoment(to) }),
  ),
  'sandbox reset': feature(
    { summary: 'remove everything that was tried out in a sandbox', arguments: { client } },
    (scope) => resetSandbox(scope),
  ),
}

function toMoment(given: string): string {
  if (isIsoDate(given)) return given
  throw problem(
    'invalidArgument',
    `to: ${JSON.stringify(given.slice(0, 40))} is neither a step such as +3d, nor a time such as 2027-01-31T12:00Z, nor ${RESET}`,
  )
}
