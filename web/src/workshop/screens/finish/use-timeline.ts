// What happened to a result: from the device at once, then from the service, and again whenever something happened.
import { useCallback, useEffect, useState } from 'preact/compat'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { findTimeline, type KeptTimeline, saveTimeline } from '../../store/pages.ts'

export interface TimelineReading {
  kept: KeptTimeline | undefined
  /** The last attempt to read it failed, or there is no network. */
  isOld: boolean
}

export function useTimeline(surveyId: string): TimelineReading {
  const workshop = useWorkshop()
  const { store, operations } = workshop
  const clientId = useSignal(workshop.clientId)
  const isOnline = useSignal(workshop.isOnline)
  const login = workshop.session()?.login
  const [isFailed, setFailed] = useState(false)
  const kept = useLive(
    async () => (clientId === undefined ? undefined : findTimeline(store, clientId, surveyId)),
    [clientId, surveyId],
  )
  const read = useCallback(() => {
    if (clientId === undefined) return
    operations
      .readTimeline(clientId, surveyId)
      .then((timeline) => saveTimeline(store, clientId, surveyId, { timeline, readAt: Date.now(), login }))
      .then(
        () => setFailed(false),
        () => setFailed(true),
      )
  }, [operations, store, clientId, surveyId, login])
  useEffect(() => {
    if (isOnline) read()
    return workshop.onLive((changed) => {
      if (changed === undefined || changed.subjects.has(`survey/${surveyId}`)) read()
    })
  }, [workshop, surveyId, isOnline, read])
  // What another person read here is theirs.
  return { kept: kept?.login === login ? kept : undefined, isOld: isFailed || !isOnline }
}
