// Bodies spoilt in one place each: every value of a sound body in turn becomes one that cannot be right.

export interface Spoilt {
  /** As the service names the place: `variants[0].contents[1].id`. */
  path: string
  value: unknown
  /** JSON text; some values, 1e400 among them, have no other form. */
  body: string
}

type Step = string | number

/** Stands for a literal that JSON.stringify cannot write. */
export class Literal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const pathOf = (steps: readonly Step[]): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step),
    '',
  )

function listPlaces(value: unknown, steps: Step[] = []): { steps: Step[]; value: unknown }[] {
  const inner = Array.isArray(value)
    ? value.flatMap((part, index) => listPlaces(part, [...steps, index]))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) => listPlaces(part, [...steps, name]))
      : []
  return steps.length === 0 ? inner : [{ steps, value }, ...inner]
}

const LITERAL = '\u0001literal\u0001'

function replaced(whole: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as object) }
  const parts = copy as Record<Step, unknown>
  parts[step] = replaced(parts[step], rest, value)
  return copy
}

/** The body with each of its values replaced by each of the wrong ones that `wrongFor` names for it. */
export function spoil(body: unknown, wrongFor: (value: unknown) => readonly unknown[]): Spoilt[] {
  return listPlaces(body).flatMap(({ steps, value }) =>
    wrongFor(value).map((wrong) => {
      const isLiteral = wrong instanceof Literal
      const json = JSON.stringify(replaced(body, steps, isLiteral ? LITERAL : wrong))
      return {
        path: pathOf(steps),
        value: isLiteral ? wrong.text.slice(0, 40) : wrong,
        body: isLiteral ? json.replace(JSON.stringify(LITERAL), wrong.text) : json,
      }
    }),
  )
}

/** Values of every other JSON type. */
export function ofOtherTypes(value: unknown): readonly unknown[] {
  const samples: [string, unknown][] = [
    ['string', 'x'],
    ['string', ''],
    ['number', 5],
    ['boolean', true],
    ['array', []],
    ['array', [[]]],
    ['object', {}],
  ]
  const typeOf = (one: unknown) => (Array.isArray(one) ? 'array' : typeof one)
  return samples.flatMap(([type, sample]) => (type === typeOf(value) ? [] : [sample]))
}

const endless = ['1e400', '-1e400', '1e12', '-1e12', '999999999999.9999999', `1${'0'.repeat(5000)}`]

/** Numbers beyond the limit of all numbers (A9). */
export const beyondNumbers = (value: unknown): readonly unknown[] =>
  typeof value === 'number' ? endless.map((text) => new Literal(text)) : []

/** Texts that cannot be stored, or are longer than any text may be (A10). */
export const beyondTexts = (value: unknown): readonly unknown[] =>
  typeof value === 'string'
    ? ['\0', 'a\0b', '\ud800', '\udc00x', '\ud83d!', 'x'.repeat(20_001), '🚗'.repeat(20_001)]
    : []

/** A list has no absent entry: null in one is a mistake, elsewhere it is the same as nothing (A4). */
export const nullEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.length > 0 ? [[null], [...value, null]] : []
