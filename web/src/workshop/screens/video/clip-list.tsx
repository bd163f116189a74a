// The videos of a survey: played from the device or the server, with the progress of each towards the owner.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { clockTime } from '@walkaround/contract/rules/chapters.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/compat'
import { ofSurvey } from '../../api/operations.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { operationUrl } from '../../places.ts'
import { readWhole } from '../../store/media.ts'
import { findQuestion } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import { SyncState } from '../sync-state.tsx'
import type { Clip } from './clips.ts'

interface ClipsProps {
  surveyId: string
  page: SurveyPage
  isReadOnly: boolean
}

export function ClipList({ clips, ...props }: ClipsProps & { clips: readonly Clip[] }) {
  const { t } = useWords()
  if (clips.length === 0) return <p className="soft">{t('video.none')}</p>
  return (
    <ul className="clips">
      {clips.map((clip) => (
        <ClipCard key={clip.id} clip={clip} {...props} />
      ))}
    </ul>
  )
}

function useSource(surveyId: string, clip: Clip, isWanted: boolean): { source?: string; poster?: string } {
  const { store, ...workshop } = useWorkshop()
  const clientId = useSignal(workshop.clientId) ?? ''
  const [local, setLocal] = useState<string>()
  const { item, video } = clip
  const at = { ...ofSurvey(clientId, surveyId), video_id: clip.id }
  const isHere = item !== undefined && item.state !== 'confirmed'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bytes of a recording never change
  useEffect(() => {
    if (!isWanted || !isHere || !item) return undefined
    let url: string | undefined
    let isGone = false
    readWhole(store, item).then((whole) => {
      if (isGone) return
      url = URL.createObjectURL(whole)
      setLocal(url)
    })
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [store, clip.id, isWanted, isHere])
  if (isHere) return local === undefined ? {} : { source: local }
  const source = operationUrl('getSurveyVideo', at)
  return video?.hasPoster ? { source, poster: operationUrl('getSurveyPoster', at) } : { source }
}

function ClipCard({ surveyId, page, clip, isReadOnly }: ClipsProps & { clip: Clip }) {
  const { t, size, dayTime } = useWords()
  const workshop = useWorkshop()
  const [isPlaying, setPlaying] = useState(false)
  const film = useRef<HTMLVideoElement>(null)
  const startAt = useRef(0)
  const { source, poster } = useSource(surveyId, clip, isPlaying)
  const { item, video } = clip
  const remove = () => workshop.remove(surveyId, { type: 'deleteVideo', videoId: clip.id })
  const jump = (second: number) => {
    startAt.current = second
    setPlaying(true)
    if (!film.current) return
    film.current.currentTime = second
    film.current.play().catch(() => {})
  }
  const when = video?.createdAt ?? item?.at
  const bytes = video?.bytes ?? item?.size
  const facts = [
    video?.durationSeconds !== undefined && clockTime(video.durationSeconds),
    bytes !== undefined && size(bytes),
    when && dayTime(when),
  ]
  return (
    <li className="clip">
      {isPlaying && source ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said at the car
        <video
          ref={film}
          className="clip-film"
          src={source}
          poster={poster}
          controls
          autoPlay
          playsInline
          onLoadedMetadata={({ currentTarget }) => {
            if (startAt.current > 0) currentTarget.currentTime = startAt.current
          }}
        />
      ) : (
        <button
          type="button"
          className="clip-film"
          onClick={() => setPlaying(true)}
          aria-label={t('video.play')}
        >
          <Still poster={poster} preview={item?.preview} />
          <span className="clip-play">
            <Icon name="play" size={40} />
          </span>
        </button>
      )}
      <Chapters page={page} clip={clip} onJump={jump} />
      <div className="clip-facts">
        <p>{facts.filter(Boolean).join(' · ')}</p>
        {item && item.state !== 'confirmed' ? (
          <>
            <SyncState state={item.state} />
            {item.offset > 0 && <progress max={item.size} value={item.offset} aria-label={t('state.sent')} />}
          </>
        ) : (
          <Conversion clip={clip} />
        )}
      </div>
      {!isReadOnly && (
        <Button look="quiet" icon="trash" onClick={remove}>
          {t('video.remove')}
        </Button>
      )}
    </li>
  )
}

/** What the video shows from when on; a tap plays it from there. */
function Chapters({
  page,
  clip,
  onJump,
}: {
  page: SurveyPage
  clip: Clip
  onJump: (second: number) => void
}) {
  const { t } = useWords()
  const chapters = (clip.video?.chapters ?? clip.item?.chapters ?? []).flatMap(({ second, questionId }) => {
    const what = findQuestion(page, questionId)?.text
    return what === undefined ? [] : [{ second, questionId, what }]
  })
  if (chapters.length === 0) return null
  return (
    <fieldset className="clip-chapters" data-repeat>
      <legend className="unseen">{t('video.chapters')}</legend>
      {chapters.map(({ second, questionId, what }) => (
        <button key={questionId} type="button" className="clip-chapter" onClick={() => onJump(second)}>
          <span className="clip-at">{clockTime(second)}</span>
          <span>{what}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** The server's poster, otherwise the first picture on the device. */
function Still({ poster, preview }: { poster: string | undefined; preview: ArrayBuffer | undefined }) {
  const local = useMemo(
    () => (poster || !preview ? undefined : URL.createObjectURL(new Blob([preview], { type: 'image/jpeg' }))),
    [poster, preview],
  )
  useEffect(() => () => void (local && URL.revokeObjectURL(local)), [local])
  const source = poster ?? local
  return source ? <img src={source} alt="" /> : null
}

function Conversion({ clip: { video } }: { clip: Clip }) {
  const { t } = useWords()
  if (!video) return <SyncState state="confirmed" />
  const icons = { waiting: 'clock', ready: 'fine', original: 'cloud', failed: 'urgent' } as const
  const tones = { waiting: 'soon', ready: 'good', original: 'good', failed: 'bad' } as const
  return (
    <>
      <p className={`fact ${tones[video.state]}`}>
        <Icon name={icons[video.state]} size={20} />
        {t(`video.state.${video.state}`)}
      </p>
      {video.state === 'waiting' && video.progress !== undefined && (
        <progress max={100} value={video.progress} aria-label={t('video.state.waiting')} />
      )}
      {video.failure && <p className="soft">{video.failure}</p>}
    </>
  )
}
