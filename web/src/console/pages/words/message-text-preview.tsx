// A message as people would read it, while it is written: the service fills it in and counts.
import { useCallback } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { operationUrl } from '../../../workshop/places.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { MailFrame } from '../../../workshop/ui/mail-frame.tsx'
import { Note, Spinner } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { SiteChoice, useSiteChosen } from './site-choice.tsx'
import type { TextName } from './text-name.ts'
import { useSettled } from './use-settled.ts'

export function MessageTextPreview(props: { name: TextName; draft: { subject: string; text: string } }) {
  const { t } = useWords()
  const { name, draft } = props
  const { call } = useOffice()
  const { client } = useSignedIn()
  const { subject, text } = draft
  const written = useSettled(JSON.stringify({ text, ...(subject.trim() === '' ? {} : { subject }) }))
  const chosen = useSiteChosen()
  const { siteId } = chosen
  const { value, error, reload } = useRead(JSON.stringify([name, siteId, written]), async () => {
    const words = JSON.parse(written) as { text: string; subject?: string }
    const look = siteId === undefined ? {} : { siteId }
    const body = { ...name, ...look, drafts: [{ ...name, ...words }] }
    const [shown] = await call('previewMessageTexts', { system_client_id: client.id }, { body })
    return shown
  })
  const { site } = value ?? {}
  const pictureAt = useCallback(
    () => operationUrl('getSiteLogo', { system_client_id: client.id, site_id: site ?? '' }),
    [client.id, site],
  )
  return (
    <section className="panel form-part words-preview" aria-label={t('words.preview')} aria-live="polite">
      <h2>{t('words.preview')}</h2>
      <p className="soft">{t('words.previewWhat')}</p>
      {name.channel !== 'telegram' && <SiteChoice of={chosen} />}
      {error &&
        (error instanceof Refused && error.kind === 'invalidArgument' ? (
          <Note tone="soon" title={t('words.cannotShow')}>
            <span lang="en">{error.info}</span>
          </Note>
        ) : (
          <RefusalNote error={error} onRetry={reload} />
        ))}
      {!value && !error && <Spinner>{t('app.loading')}</Spinner>}
      {value && (
        <>
          {value.sender !== undefined && (
            <p>
              <span className="soft">{t('words.sender')}:</span> <strong>{value.sender}</strong>
            </p>
          )}
          {value.subject !== undefined && (
            <p>
              <span className="soft">{t('words.subject')}:</span>{' '}
              <strong lang={name.language}>{value.subject}</strong>
            </p>
          )}
          {value.html === undefined ? (
            <p className="message-text" lang={name.language}>
              {value.text}
            </p>
          ) : (
            <MailFrame html={value.html} title={t('words.preview')} pictureAt={pictureAt} />
          )}
          {value.segments !== undefined && (
            <p>
              {t('words.segments', { n: value.segments })}{' '}
              <span className="soft">
                {t('words.length', { n: value.characters ?? 0, alphabet: value.alphabet ?? '' })}
              </span>
            </p>
          )}
          {value.alphabet === 'UCS-2' && <p className="soft">{t('words.wideAlphabet')}</p>}
        </>
      )}
    </section>
  )
}
