// The owner's page while its texts are written: made by the service as the page of an owner is.
import type { OwnerTextsPreview as Shown } from '@walkaround/contract/app/owner-texts.ts'
import { type OwnerTextPage, ownerTextPages } from '@walkaround/contract/rules/owner-texts.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { useRef, useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { operationUrl } from '../../../workshop/places.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Choice, Note, Spinner } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { OwnerFrame } from './owner-frame.tsx'
import type { OwnerTextsDraft } from './owner-texts-draft.ts'
import { SiteChoice, useSiteChosen } from './site-choice.tsx'
import { useSettled } from './use-settled.ts'

export function OwnerTextsPreview({ language, draft }: { language: Language; draft: OwnerTextsDraft }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [page, show] = useState<OwnerTextPage>('result')
  const site = useSiteChosen()
  const texts = useSettled(JSON.stringify(draft))
  const { siteId } = site
  const { value, error, reload } = useRead(JSON.stringify([language, page, siteId, texts]), () =>
    call(
      'previewOwnerTexts',
      { system_client_id: client.id, language },
      { body: { texts: JSON.parse(texts), page, ...(siteId === undefined ? {} : { siteId }) } },
    ),
  )
  // The former one stays until the next is there.
  const last = useRef<Shown>(undefined)
  last.current = value ?? last.current
  const { current } = last
  return (
    <section className="panel form-part words-preview" aria-label={t('words.preview')}>
      <h2>{t('words.preview')}</h2>
      <p className="soft">{t('ownerTexts.previewWhat')}</p>
      <Choice
        label={t('ownerTexts.page')}
        options={ownerTextPages.map((one) => ({ value: one, label: t(`ownerTexts.page.${one}`) }))}
        value={page}
        onChoose={show}
      />
      <SiteChoice of={site} />
      <div aria-live="polite">
        {error &&
          (error instanceof Refused && error.info ? (
            <Note tone="soon" title={t('words.cannotShow')}>
              <span lang="en">{error.info.replaceAll(/^texts\./gm, '')}</span>
            </Note>
          ) : (
            <RefusalNote error={error} onRetry={reload} />
          ))}
        {!current && !error && <Spinner>{t('app.loading')}</Spinner>}
      </div>
      {current && (
        <OwnerFrame
          html={current.html}
          style={current.style}
          title={t('words.preview')}
          logoAt={
            current.site === undefined
              ? undefined
              : operationUrl('getSiteLogo', { system_client_id: client.id, site_id: current.site })
          }
        />
      )}
    </section>
  )
}
