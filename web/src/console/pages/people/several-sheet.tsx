// Invites several people: lines that were pasted from a spreadsheet or come from a file. What is wrong is told by line, field and rule, and
// nobody is invited before everything is right.
import type { MadeInvitation } from '@walkaround/contract/app/logins.ts'
import {
  faultsInLines,
  mailedToLogin,
  mostPeople,
  type PersonFault,
  personFields,
  type ReadPerson,
  readPeople,
} from '@walkaround/contract/rules/people-lines.ts'
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { CheckField } from '../../../office/form/choice-fields.tsx'
import { LeaveGuard } from '../../../office/form/leave-guard.tsx'
import { TextArea } from '../../../office/form/text-fields.tsx'
import type { FieldOf } from '../../../office/form/use-form.ts'
import { FileButton } from '../../../office/ui/file-button.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, ErrorNote } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { SlipsSheet } from './slips-sheet.tsx'

const FORM = 'invite-several'

export function SeveralSheet({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [made, setMade] = useState<readonly MadeInvitation[]>()
  if (made) return <SlipsSheet made={made} onClose={onClose} />
  return (
    <Several
      onMade={(invitations) => {
        setMade(invitations)
        onMade()
      }}
      onClose={onClose}
    />
  )
}

/** A field outside of a form that several people may save. */
const fieldOf = <V,>(value: V, change: (value: V) => void): FieldOf<V> => ({
  value,
  change,
  takeTheirs: () => {},
})

function Several(props: { onMade: (made: readonly MadeInvitation[]) => void; onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const readLines = useReadLines()
  const [text, setText] = useState('')
  const [mails, setMails] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [mistakes, setMistakes] = useState<readonly ReactNode[]>([])
  const [error, setError] = useState<Error>()
  const mistakesAt = useRef<HTMLDivElement>(null)
  const { people, faults } = useMemo(() => readLines(text), [readLines, text])

  const show = (found: readonly ReactNode[]) => {
    setMistakes(found)
    requestAnimationFrame(() => mistakesAt.current?.focus())
  }
  const send = async () => {
    const invitations = people.map(({ person }) => (mails ? mailedToLogin(person) : person))
    try {
      props.onMade(await call('addInvitations', { system_client_id: client.id }, { body: { invitations } }))
      toast(t('people.severalInvited', { n: invitations.length }))
    } catch (failure) {
      if (failure instanceof Refused && failure.info.includes('invitations['))
        show(faultsInLines(failure.info, people).map((fault) => <ServiceFault key={fault.rule} {...fault} />))
      else setError(failure as Error)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setError(undefined)
    if (faults.length > 0)
      return show(faults.map((fault) => <LineFault key={JSON.stringify(fault)} {...fault} />))
    if (people.length === 0) return show([t('people.severalNobody')])
    setMistakes([])
    setSaving(true)
    await send()
    setSaving(false)
  }
  const change = (value: string) => {
    setText(value)
    setMistakes([])
  }
  return (
    <Sheet
      title={t('people.several')}
      onClose={props.onClose}
      footer={
        <div className="actions">
          <Button onClick={props.onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" aria-busy={isSaving}>
            {t('people.severalInvite')}
          </Button>
        </div>
      }
    >
      <form id={FORM} className="form" onSubmit={submit} noValidate>
        <LeaveGuard of={{ isDirty: text !== '', wouldLose: () => text !== '' && !isSaving }} />
        {error && <RefusalNote error={error} />}
        {mistakes.length > 0 && (
          <div ref={mistakesAt} tabIndex={-1}>
            <ErrorNote title={t('people.severalRefused')}>
              <ul className="line-faults">
                {mistakes.map((mistake, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
                  <li key={at}>{mistake}</li>
                ))}
              </ul>
            </ErrorNote>
          </div>
        )}
        <TextArea
          of={fieldOf(text, change)}
          label={t('people.severalLines')}
          hint={<LinesHint />}
          rows={10}
          placeholder={`Ada Adam, ada@example.org, ${t('settings.role.advisor')}, 4711\nBo Berg, bo@example.org, ${t('settings.role.technician')}, 4711 | 4712`}
        />
        <p className="soft" role="status">
          {text.trim() !== '' && t('people.count', { n: people.length })}
        </p>
        <FileButton
          label={t('people.severalFile')}
          accept=".csv,.txt,text/csv,text/plain"
          isBusy={isSaving}
          onChoose={async (file) => change(await file.text())}
        />
        <CheckField
          of={fieldOf(mails, setMails)}
          label={t('people.severalMail')}
          hint={t('people.severalMailWhat')}
        />
      </form>
    </Sheet>
  )
}

function useReadLines() {
  const { t } = useWords()
  return useMemo(() => {
    const named = <N extends string>(names: readonly N[], word: (name: N) => string) =>
      Object.fromEntries(names.map((name) => [name, word(name)]))
    const words = {
      fields: named(personFields, (field) => t(`people.column.${field}`)),
      roles: named(staffRoles, (role) => t(`settings.role.${role}`)),
    }
    return (text: string): { people: readonly ReadPerson[]; faults: readonly PersonFault[] } =>
      readPeople(text, words)
  }, [t])
}

function LinesHint() {
  const { t } = useWords()
  return (
    <>
      {t('people.severalWhat', {
        columns: personFields.map((field) => t(`people.column.${field}`)).join(', '),
        roles: staffRoles.map((role) => t(`settings.role.${role}`)).join(', '),
      })}
    </>
  )
}

function LineFault({ line, field, rule, value = '' }: PersonFault) {
  const { t } = useWords()
  return (
    <>
      <strong>{t('people.line', { line })}</strong>
      {field && ` · ${t(`people.column.${field}`)}`}
      {': '}
      {t(`people.lineRule.${rule}`, { value, most: mostPeople })}
    </>
  )
}

/** In the words of the service, which are English. */
function ServiceFault({ line, field, rule }: { line?: number; field?: string; rule: string }) {
  const { t } = useWords()
  const known = personFields.find((one) => one === field || (field === 'branch' && one === 'branches'))
  return (
    <>
      {line !== undefined && <strong>{t('people.line', { line })}</strong>}
      {field && ` · ${known ? t(`people.column.${known}`) : field}`}
      {line !== undefined && ': '}
      <span lang="en">{rule}</span>
    </>
  )
}
