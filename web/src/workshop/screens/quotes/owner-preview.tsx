// What the owner will see, beside the offer: the owner's own page in a frame in which nothing runs and nothing can be sent.
// It follows what arrives at the server; the page that is seen stays until the next one is there.
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../api/operations.ts'
import { type SurveyView, useSignal, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { serviceUrl } from '../../places.ts'
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
          <Frames view={view} path={`${paths.ofSurvey(clientId, surveyId)}/owner-preview`} />
        </>
      ) : (
        <Note tone="plain" icon="offline" title={t('quotes.previewOffline')}>
          {t('quotes.previewOfflineWhat')}
        </Note>
      )}
    </section>
  )
}

function Frames({ view, path }: { view: SurveyView; path: string }) {
  const { t } = useWords()
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState<number>()
  const [isFailing, setFailing] = useState(false)
  const seen = useRef({ search: '', top: 0 })
  const frames = useRef(new Map<number, HTMLIFrameElement>())
  const sources = useRef(new Map<number, string>())
  /** In the language that was chosen in the frame before; of a frame that stands it never changes. */
  const sourceOf = (version: number) => {
    const known = sources.current.get(version) ?? serviceUrl(`app${path}${seen.current.search}`)
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
    // No network, signed out, or another answer than a page.
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

/** Another number whenever the server has told something of which the page speaks. */
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

/** Links lead out of the page that is looked at; only another language is still the same page. */
function tame(page: Document): void {
  for (const link of page.querySelectorAll('a[href]'))
    if (!link.closest('.languages')) link.removeAttribute('href')
}
