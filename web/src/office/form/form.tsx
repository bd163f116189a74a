// The frame of a form: what keeps it from being saved, its fields, and, unless it stands in a sheet with buttons of its own, the button
// that saves.
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'preact/compat'
import { RefusalNote } from '../../workshop/screens/refusal-note.tsx'
import { Button, Note } from '../../workshop/ui/parts.tsx'
import { useWords } from '../app/words.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { Form as FormOf } from './use-form.ts'

interface Props<D> {
  of: FormOf<D>
  /** With it, a button outside says `form={id}` and saves. */
  id?: string
  onSaved?: () => void
  children: ReactNode
}

export function Form<D>({ of, id, onSaved, children }: Props<D>) {
  const { t } = useWords()
  const element = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await of.submit()) onSaved?.()
  }
  // What is to be mended, or to be looked at, is read out and in sight. A frame later the page would move under a finger that saves again.
  useLayoutEffect(() => {
    if (of.tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-met')?.focus()
  }, [of.tries])
  return (
    <form ref={element} id={id} className="form" onSubmit={submit} noValidate>
      <LeaveGuard of={of} />
      {of.hasMet && (
        <div className="form-met" tabIndex={-1}>
          <Note tone="soon" isAlert title={t('form.met')}>
            {t('form.metWhat')}
          </Note>
        </div>
      )}
      {of.error && <RefusalNote error={of.error} />}
      {children}
      {id === undefined && (
        <div className="form-foot">
          <Button type="submit" look="main" disabled={!of.isDirty || of.isSaving} aria-busy={of.isSaving}>
            {t(of.isSaving ? 'form.saving' : 'form.save')}
          </Button>
          <p className="soft" role="status">
            {of.isDirty && !of.isSaving && t('form.unsaved')}
          </p>
        </div>
      )}
    </form>
  )
}
