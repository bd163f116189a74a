// The notes on a car: what was written, by whom and for whom, and a field for the next one. What is shown counts as read.
import { type Audience, audiences } from '@walkaround/contract/rules/notes.ts'
import { type FormEvent, useEffect, useId, useState } from 'preact/compat'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { findClockAhead } from '../../store/clock.ts'
import { newId } from '../../store/ids.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Choice, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useNotes } from './use-notes.ts'

const mostCharacters = 1000

interface Shown {
  id: string
  text: string
  for: Audience
  by: string
  at: string
  isMine: boolean
  isUnread: boolean
  /** Only on this device so far. */
  isWaiting: boolean
}

export function NotesSheet({ card, onClose }: { card: string; onClose: () => void }) {
  const { t } = useWords()
  const notes = useShown(card)
  useRead(card)
  return (
    <Sheet title={t('notes.title')} onClose={onClose}>
      <div className="notes">
        {notes === undefined ? (
          <Spinner>{t('app.loading')}</Spinner>
        ) : notes.length === 0 ? (
          <p className="soft">{t('notes.none')}</p>
        ) : (
          <ul className="notes-list">
            {notes.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        )}
        <Write card={card} />
      </div>
    </Sheet>
  )
}

/** What the server has, and what waits to be sent. */
function useShown(card: string): readonly Shown[] | undefined {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const { login, name = '' } = workshop.session() ?? {}
  const isOnline = useSignal(workshop.isOnline)
  const notes = useNotes(card)
  const waiting = useLive(async () => {
    const items = await workshop.store.outbox.where({ clientId: clientId ?? '', surveyId: '' }).sortBy('seq')
    return items.flatMap(({ change, at, login: by, state }): Shown[] => {
      if (change.type !== 'putNote' || change.card !== card || state === 'refused') return []
      const { text, for: audience = 'everybody' } = change.note
      const isMine = by === login
      return [
        {
          id: change.noteId,
          text,
          for: audience,
          by: isMine ? name : by,
          at,
          isMine,
          isUnread: false,
          isWaiting: true,
        },
      ]
    })
  }, [clientId, card, login, name])
  const known = notes?.map(
    (note): Shown => ({
      ...note,
      isMine: note.isMine === true,
      isUnread: note.isUnread === true,
      isWaiting: false,
    }),
  )
  const ids = new Set(known?.map(({ id }) => id))
  const unsent = waiting?.filter(({ id }) => !ids.has(id)) ?? []
  // Without a network there may be nothing to wait for.
  if (!known && isOnline) return undefined
  return [...(known ?? []), ...unsent]
}

/** Whoever sees them has read them. */
function useRead(card: string): void {
  const workshop = useWorkshop()
  const notes = useNotes(card)
  const until = notes?.some(({ isUnread }) => isUnread) ? notes.at(-1)?.arrivedAt : undefined
  useEffect(() => {
    if (until === undefined) return
    workshop
      .change('', [{ type: 'putNotesRead', card, until }])
      .catch((error: unknown) => console.error(error))
  }, [workshop, card, until])
}

function Note({ note }: { note: Shown }) {
  const { t, dayTime } = useWords()
  return (
    <li className={`note-item ${note.isMine ? 'mine' : ''}`}>
      <p className="note-head">
        <strong>{note.isMine ? t('notes.me') : note.by}</strong>{' '}
        <span className="soft">
          {dayTime(note.at)} · {t(`notes.for.${note.for}`)}
        </span>
      </p>
      <p className="note-text">{note.text}</p>
      {note.isUnread && <p className="note-mark">{t('notes.new')}</p>}
      {note.isWaiting && (
        <p className="note-mark soft">
          <Icon name="device" size={18} /> {t('notes.waiting')}
        </p>
      )}
    </li>
  )
}

function Write({ card }: { card: string }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const id = useId()
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<Audience>('everybody')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '') return
    setText('')
    const clockAhead = await findClockAhead(workshop.store)
    const at = new Date().toISOString()
    const note = { text: words, for: audience, at, ...(clockAhead === undefined ? {} : { clockAhead }) }
    await workshop.change('', [{ type: 'putNote', card, noteId: newId(), note }])
  }
  return (
    <form className="notes-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t('notes.write')}</label>
        <textarea
          id={id}
          rows={3}
          value={text}
          maxLength={mostCharacters}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Choice
        label={t('notes.forWhom')}
        value={audience}
        options={audiences.map((value) => ({ value, label: t(`notes.for.${value}`) }))}
        onChoose={setAudience}
      />
      <Button type="submit" look="main" icon="sending" isWide disabled={text.trim() === ''}>
        {t('notes.send')}
      </Button>
    </form>
  )
}
