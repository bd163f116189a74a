// What the owner will see, next to the offer: the owner's own page in a frame without scripts and forms. It follows changes on the
// server; the current page stays visible until the next one is loaded.
import { useEffect, useRef, useState } from 'preact/compat'
import { ofSurvey } from '../../api/operations.ts'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { operationUrl } from '../../places.ts'
import { Button, Note, Spinner } from '../../ui/parts.tsx'

export function OwnerPreview({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const isOnline = useSignal(workshop.isOnline)
  const waiting = view.items.filter(({ state }) => state === 'device' || state === 'sent').length
  return (
    <section className="owner-preview" aria-label={t('quotes.preview')}>
      <h2>{t('quotes.preview')}</h2>
      {isOnline && clientId !== undefined ? (
        <>
          {waiting > 0 && (
            <p className="soft" role="status">
              {t('quotes.previewWaiting', { n: waiting })}
            </p>
          )}
          <Frames view={view} url={operationUrl('getOwnerPreview', ofSurvey(clientId, surveyId))} />
        </>
      ) : (
        <Note tone="plain" icon="offline" title={t('quotes.previewOffline')}>
          {t('quotes.previewOfflineWhat')}
        </Note>
      )}
    </section>
  )
}

function Frames({ view, url }: { view: SurveyView; url: string }) {
  const { t } = useWords()
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState<number>()
  const [isFailing, setFailing] = useState(false)
  const seen = useRef({ search: '', top: 0 })
  const frames = useRef(new Map<number, HTMLIFrameElement>())
  const sources = useRef(new Map<number, string>())
  /** In the language last chosen in the frame; the address of an existing frame never changes. */
  const sourceOf = (version: number) => {
    const known = sources.current.get(version) ?? `${url}${seen.current.search}`
    sources.current.set(version, known)
    return known
  }
  const wanted = useVersion(view) + turn
  const remember = () => {
    const page = shown === undefined ? undefined : frames.current.get(shown)?.contentWindow
    if (page) seen.current = { search: page.location.search, top: page.scrollY }
  }
  const load = (version: number) => {
    const frame = frames.current.get(version)
    const page = frame?.contentDocument
    // No network, signed out, or a reply that is not a page.
    if (!frame || page?.contentType !== 'text/html' || !page.querySelector('main')) return setFailing(true)
    remember()
    tame(page)
    if (version !== shown) frame.contentWindow?.scrollTo(0, seen.current.top)
    setFailing(false)
    setShown(version)
  }
  const both = [...new Set([shown, wanted])].filter((one) => one !== undefined)
  return (
    <>
      {isFailing && (
        <Note
          tone="soon"
          title={t('quotes.previewFailed')}
          action={<Button onClick={() => setTurn(turn + 1)}>{t('quotes.previewAgain')}</Button>}
        />
      )}
      <div className="owner-frames">
        {shown === undefined && !isFailing && <Spinner>{t('app.loading')}</Spinner>}
        {both.map((version) => (
          <iframe
            key={version}
            ref={(frame) => {
              if (frame) frames.current.set(version, frame)
              else frames.current.delete(version)
            }}
            className={version === shown ? '' : 'coming'}
            title={t('quotes.preview')}
            sandbox="allow-same-origin"
            src={sourceOf(version)}
            onLoad={() => load(version)}
          />
        ))}
      </div>
    </>
  )
}

/** Changes whenever the server reports something that the page shows. */
function useVersion({ base }: SurveyView): number {
  const [version, setVersion] = useState(0)
  const { survey, quotes, videos } = base
  const known = useRef({ survey, quotes, videos })
  useEffect(() => {
    const { current } = known
    if (current.survey === survey && current.quotes === quotes && current.videos === videos) return
    known.current = { survey, quotes, videos }
    setVersion((now) => now + 1)
  }, [survey, quotes, videos])
  return version
}

/** Links would leave the page; only switching the language stays on it. */
function tame(page: Document): void {
  for (const link of page.querySelectorAll('a[href]'))
    if (!link.closest('.languages')) link.removeAttribute('href')
}
