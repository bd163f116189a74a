// What a form knows: what was read, what stands in its fields, and what somebody else has changed meanwhile. Pure.
import type { Tagged } from '../app/tagged.ts'

/** What somebody else has made of a field while this form was open. */
export interface Met<V> {
  readonly theirs: V
  /** Both have changed it: the form keeps what stands in it. */
  readonly isContested: boolean
}

type ByField<D, V> = { readonly [K in keyof D]?: V }

/** The first fault of each part. */
export type PartFaults = Readonly<Record<string, string>>

export interface FormState<D> {
  readonly read: Tagged<D>
  readonly draft: D
  readonly met: { readonly [K in keyof D]?: Met<D[K]> }
  /** What the service says of a field, in its own words. */
  readonly faults: ByField<D, string>
  /** Of a list: what it says of its parts, by what follows the name of the field, such as `[2].code`. */
  readonly partFaults: ByField<D, PartFaults>
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

export const beginForm = <D>(read: Tagged<D>): FormState<D> => ({
  read,
  draft: read.value,
  met: {},
  faults: {},
  partFaults: {},
})

const namesOf = <D>(value: D) => Object.keys(value as object) as (keyof D)[]

export const isDirty = <D>({ read, draft }: FormState<D>): boolean =>
  namesOf(draft).some((name) => !isSame(draft[name], read.value[name]))

export function changeField<D, K extends keyof D>(state: FormState<D>, name: K, value: D[K]): FormState<D> {
  const { [name]: _mended, ...faults } = state.faults
  const { [name]: _parts, ...partFaults } = state.partFaults
  return {
    ...state,
    draft: { ...state.draft, [name]: value },
    faults: faults as FormState<D>['faults'],
    partFaults: partFaults as FormState<D>['partFaults'],
  }
}

/** The field as the other one has left it. */
export function takeTheirs<D, K extends keyof D>(state: FormState<D>, name: K): FormState<D> {
  const met = state.met[name]
  if (!met) return state
  return {
    ...changeField(state, name, met.theirs),
    met: { ...state.met, [name]: { ...met, isContested: false } },
  }
}

/**
 * The form beside what the service has now. A field that only the other one has changed follows them; one that both have changed keeps
 * what stands in the form, which the next save writes.
 */
export function meetOther<D>(state: FormState<D>, now: Tagged<D>): FormState<D> {
  const changed = namesOf(now.value).filter((name) => !isSame(now.value[name], state.read.value[name]))
  const mine = (name: keyof D) => !isSame(state.draft[name], state.read.value[name])
  const draft = { ...state.draft }
  const met: { [K in keyof D]?: Met<D[K]> } = { ...state.met }
  for (const name of changed) {
    const isContested = mine(name) && !isSame(state.draft[name], now.value[name])
    if (!mine(name)) draft[name] = now.value[name]
    met[name] = { theirs: now.value[name], isContested }
  }
  return { ...state, read: now, draft, met }
}

/** Whether the other one has changed anything that the form shows. */
export const hasMet = <D>(before: FormState<D>, now: Tagged<D>): boolean =>
  namesOf(now.value).some((name) => !isSame(now.value[name], before.read.value[name]))

const FAULT = /^([A-Za-z]\w*)((?:[[.][^:]*)?): (.+)$/s

/**
 * What a refusal says of fields, one a line: `mainColour: "red" must be …`. What names no field of the form is `other`, to be shown above.
 * `names`: fields of the request that are typed in a field of another name.
 */
export function faultsOf<D>(
  info: string,
  draft: D,
  names: Readonly<Record<string, keyof D>> = {},
): Pick<FormState<D>, 'faults' | 'partFaults'> & { other: readonly string[] } {
  const fieldOf = (name: string): keyof D | undefined => {
    if (Object.hasOwn(draft as object, name)) return name as keyof D
    return Object.hasOwn(names, name) ? names[name] : undefined
  }
  const faults: { [K in keyof D]?: string } = {}
  const partFaults: { [K in keyof D]?: Record<string, string> } = {}
  const other: string[] = []
  for (const line of info.split('\n')) {
    const [, name = '', part = '', rule = ''] = FAULT.exec(line) ?? []
    const field = fieldOf(name)
    if (field === undefined) {
      other.push(line)
      continue
    }
    faults[field] ??= rule
    if (part !== '') partFaults[field] = { [part]: rule, ...partFaults[field] }
  }
  return { faults, partFaults, other }
}
