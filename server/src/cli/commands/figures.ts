// Commands on the figures: read them, and count all orders again.
import { CARS_LISTED, MOST_CARS_LISTED } from '@walkaround/contract/dms/figures.ts'
import { carOrders, groupings } from '@walkaround/contract/figures.ts'
import { readFigureCars } from '../../features/figures/read-cars.ts'
import { readFigures } from '../../features/figures/read-figures.ts'
import { readQuestionFigures } from '../../features/figures/read-questions.ts'
import { rebuildFigures } from '../../features/figures/rebuild-figures.ts'
import { getClient } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import { type Command, define, feature, flag, list, oneOf, text, whole } from './define.ts'

const client = text('id of the system client')
const period = {
  client,
  from: text('the first day, such as 2026-03-01'),
  to: text('the last day, which is included'),
}
const options = {
  branch: list('only these branches, by dealer code or id'),
  site: list('only the branches of these sites'),
  language: text('language of names and definitions', { 'x-value': 'tag' }),
}

const person = text('only the orders of this person, by the key that --by person shows', { 'x-value': 'key' })

/** Whoever may run commands on the machine sees everything; persons only where the client has allowed it. */
const operator = { login: '', name: '', role: 'support' } as const

export const commands: Readonly<Record<string, Command>> = {
  'figures show': feature(
    {
      summary: 'show the figures of a period, compared with the period before',
      arguments: period,
      options: {
        ...options,
        by: oneOf(groupings, 'group them'),
        person,
        csv: flag('print a table for a spreadsheet'),
      },
    },
    (scope, { client: _, csv: _csv, ...query }) => readFigures(scope, query, operator),
  ),
  'figures questions': feature(
    {
      summary: 'show what each question takes, finds and brings',
      arguments: period,
      options: { ...options, csv: flag('print a table for a spreadsheet') },
    },
    (scope, { client: _, csv: _csv, ...query }) => readQuestionFigures(scope, query, operator),
  ),
  'figures cars': feature(
    {
      summary: 'list the orders behind the figures, which add up to them',
      arguments: period,
      options: {
        ...options,
        person,
        sort: oneOf(carOrders, 'what comes first; default: day, the newest'),
        currency: text('of the money to sort by', { 'x-value': 'code' }),
        cursor: text('go on where the last list ended', { 'x-value': 'place' }),
        limit: whole(`at most this many; default: ${CARS_LISTED}`, { 'x-value': 'count' }),
        csv: flag('print a table for a spreadsheet'),
      },
    },
    (scope, { client: _, csv: _csv, ...query }) => {
      const { limit = CARS_LISTED } = query
      if (limit < 1 || limit > MOST_CARS_LISTED)
        throw problem('invalidArgument', `limit: ${limit} is not from 1 to ${MOST_CARS_LISTED}`)
      return readFigureCars(scope, query, operator)
    },
  ),
  'figures rebuild': define(
    { summary: 'count all orders again; gives the same figures', arguments: { client } },
    async ({ database, actor, now, progress, signal }, { client: clientId }) => {
      await getClient({ db: database, actor, now }, clientId)
      return rebuildFigures(database, clientId, now, { signal, progress })
    },
  ),
}
