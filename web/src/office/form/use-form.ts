// A form: its draft, saving it, refusals at the fields that they name, and what happens when two people save at once. A save that is
// refused because somebody else was first reads what there is now; the form says field by field what has changed, keeps what was typed,
// and saves on the next press.
import { useEffect, useRef, useState } from 'preact/compat'
import { Refused } from '../../workshop/api/problem.ts'
import { toast } from '../../workshop/ui/toast.tsx'
import type { Tagged } from '../app/tagged.ts'
import {
  beginForm,
  changeField,
  type FormState,
  faultsOf,
  hasMet,
  isDirty,
  type Met,
  meetOther,
  type PartFaults,
  takeTheirs,
} from './form-state.ts'

/** What a field needs of its form. Methods, so that a field of texts takes one of certain texts too. */
export interface FieldOf<V> {
  readonly value: V
  change(value: V): void
  readonly fault?: string | undefined
  /** Of a list: what is wrong with its parts. */
  readonly partFaults?: PartFaults | undefined
  readonly met?: Met<V> | undefined
  takeTheirs(): void
}

export interface Form<D> {
  readonly state: FormState<D>
  field<K extends keyof D & string>(name: K): FieldOf<D[K]>
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** How often saving has come to its end, well or not. */
  readonly tries: number
  /** Somebody else was first, and the form has not been saved since. */
  readonly hasMet: boolean
  /** What no field is to blame for. */
  readonly error: Error | undefined
  /** Whether it was saved. */
  submit(): Promise<boolean>
  /** Whether leaving the page would lose something now. */
  wouldLose(): boolean
}

type Names<D> = Readonly<Record<string, keyof D & string>>

interface Options<D> {
  first: Tagged<D>
  save: (draft: D, tag: string | undefined) => Promise<unknown>
  /** What there is now: after a save, and when somebody else was first. */
  reread?: () => Promise<Tagged<D>>
  /** Said after a save. */
  saved: string
  /** Fields of the request that are typed in a field of another name, which may depend on what stands in the form. */
  names?: Names<D> | ((draft: D) => Names<D>)
}

const isMeeting = (error: unknown) => error instanceof Refused && error.kind === 'preconditionFailed'

export function useForm<D extends object>(options: Options<D>): Form<D> {
  const { first, save, reread, saved, names } = options
  const [state, setState] = useState(() => beginForm(first))
  const [isSaving, setSaving] = useState(false)
  const [tries, setTries] = useState(0)
  const [isMet, setMet] = useState(false)
  const [error, setError] = useState<Error>()
  /** Known at once, not with the next drawing. */
  const busy = useRef(false)
  const dirty = isDirty(state)
  const last = useRef(state)
  last.current = state

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same tag is the same value, though it was made anew
  useEffect(() => {
    // Something else on the page has changed what the form is about, and read it again.
    if (first.tag === undefined || first.tag === last.current.read.tag || busy.current) return
    setState((now) => (isDirty(now) ? meetOther(now, first) : beginForm(first)))
  }, [first.tag])

  /** Saves, or undefined if somebody else was first and has changed what the form shows. */
  const attempt = async (from: FormState<D>): Promise<FormState<D> | undefined> => {
    try {
      await save(from.draft, from.read.tag)
      return from
    } catch (failure) {
      if (!reread || !isMeeting(failure)) throw failure
      const now = await reread()
      const next = meetOther(from, now)
      if (!hasMet(from, now)) return attempt(next)
      setState(next)
      setMet(true)
      return undefined
    }
  }

  const settle = async ({ read, draft }: FormState<D>) => {
    setMet(false)
    // With the former tag, a next save would meet itself and read again.
    const now = reread ? await reread().catch(() => undefined) : undefined
    setState(beginForm(now ?? { ...read, value: draft }))
  }

  const refuse = (failure: unknown) => {
    if (failure instanceof Refused) {
      const named = typeof names === 'function' ? names(state.draft) : names
      const { other, ...found } = faultsOf(failure.info, state.draft, named)
      setState((now) => ({ ...now, ...found }))
      if (other.length === 0) return
    }
    setError(failure as Error)
  }

  const submit = async () => {
    if (busy.current) return false
    busy.current = true
    setSaving(true)
    setError(undefined)
    setState((now) => ({ ...now, faults: {}, partFaults: {} }))
    try {
      const done = await attempt(state)
      if (!done) return false
      await settle(done)
      toast(saved)
      return true
    } catch (failure) {
      refuse(failure)
      return false
    } finally {
      busy.current = false
      setSaving(false)
      setTries((now) => now + 1)
    }
  }

  return {
    state,
    field: (name) => ({
      value: state.draft[name],
      change: (value) => setState((now) => changeField(now, name, value)),
      fault: state.faults[name],
      partFaults: state.partFaults[name],
      met: state.met[name],
      takeTheirs: () => setState((now) => takeTheirs(now, name)),
    }),
    isDirty: dirty,
    isSaving,
    tries,
    hasMet: isMet,
    error,
    submit,
    wouldLose: () => !busy.current && isDirty(last.current),
  }
}
