// How results about packages and their bindings look to people.
import { fields, shown, table } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const list = (ids: readonly string[]) => ids.map(shown).join(', ')

const placeOf = (it: Json) =>
  it.branchId ? `branch ${shown(it.branchId)}` : it.siteId ? `site ${shown(it.siteId)}` : 'everywhere'

const answerOf = (it: Json) => `${shown(it.questionId)} ${shown(it.answerId)}`

function priceOf(variant: Json, currency: string | undefined): string {
  return variant.priceExVat === undefined
    ? 'no price yet'
    : `${variant.priceExVat} ${currency ?? ''} without VAT`
}

export const packageViews: Readonly<Record<string, View>> = {
  'package import': (it) =>
    fields([
      ['created', String(it.created)],
      ['changed', String(it.changed)],
      ['unchanged', String(it.unchanged)],
      ['answers with new bindings', String(it.answers)],
    ]),
  'package export': (it) => JSON.stringify(it, undefined, 2),
  'package translate': (it) =>
    fields([
      ['package', shown(it.id)],
      ['translations', it.saved === 'unchanged' ? `${it.texts}, as before` : String(it.texts)],
      ...(it.unused.length === 0 ? [] : [['not texts of this package', list(it.unused)] as [string, string]]),
    ]),
  'package list': (result, { cells }) =>
    result.length === 0
      ? 'There are no packages yet: start the service once.'
      : table(
          [
            { title: 'ID', value: (it: Json) => it.id },
            {
              title: 'PRICED',
              value: (it: Json) => `${it.priced} of ${it.variants} ${it.currency ?? ''}`.trim(),
            },
            { title: 'NAME', value: (it: Json) => it.description ?? '' },
          ],
          result,
          cells,
        ),
  'package explain': (it) =>
    [
      it.offered
        ? `${shown(it.id)} is offered for this vehicle.`
        : `${shown(it.id)} is not offered for this vehicle: no variant fits.`,
      ...it.variants.flatMap((variant: Json) => [
        '',
        `${variant.fits ? '✔' : '✖'} ${shown(variant.id)}, ${priceOf(variant, it.currency)}`,
        ...variant.criteria.map((one: Json) => `    ${one.outcome.padEnd(12)}  ${shown(one.why)}`),
        ...(variant.criteria.length === 0 ? ['    fits every vehicle'] : []),
      ]),
    ].join('\n'),
  'assignment set': (it) => {
    const verb = it.dryRun ? ['would gain', 'would lose'] : ['gained', 'lost']
    if (it.changes.length === 0)
      return it.dryRun ? 'Nothing would change.' : 'Nothing changed: it was already so.'
    return it.changes
      .map((change: Json) => {
        const parts = [
          ...(change.gains.length > 0 ? [`${verb[0]} ${list(change.gains)}`] : []),
          ...(change.loses.length > 0 ? [`${verb[1]} ${list(change.loses)}`] : []),
        ]
        const what = parts.length > 0 ? parts.join(', ') : 'same packages in another order'
        return `${answerOf(change)} (${placeOf(change)}): ${what}`
      })
      .join('\n')
  },
  'assignment list': (result, { cells }) =>
    result.length === 0
      ? 'The client has bound no packages of its own.'
      : table(
          [
            { title: 'TEMPLATE', value: (it: Json) => it.template },
            { title: 'QUESTION', value: (it: Json) => it.questionId },
            { title: 'ANSWER', value: (it: Json) => it.answerId },
            { title: 'WHERE', value: placeOf },
            { title: 'PACKAGES', value: (it: Json) => it.packageIds.join(', ') },
          ],
          result,
          cells,
        ),
}
