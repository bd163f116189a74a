// The messages of one inspection, from the service: read again when something happened, and while one waits.
import type { Message } from '@walkaround/contract/app/messages.ts'
import { useEffect, useState } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { type Reading, useRead } from '../use-read.ts'

const pollMs = 4_000

/** `sent` grows with every message sent here. */
export function useMessages(
  surveyId: string,
  operations: MessageOperations,
  sent: number,
): Reading<Message[]> {
  const isOnline = useSignal(useWorkshop().isOnline)
  const [isWaiting, setWaiting] = useState(false)
  const reading = useRead(surveyId, () => operations.list(surveyId), isWaiting ? pollMs : undefined)
  const { value, reload } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message sent is a reason to read again
  useEffect(reload, [sent, isOnline, reload])
  useLive(surveyId, reload)
  useEffect(() => setWaiting(value?.some(({ state }) => state === 'waiting') ?? false), [value])
  return reading
}

/** Calls `reload` whenever something has happened to the inspection. */
export function useLive(surveyId: string, reload: () => void): void {
  const workshop = useWorkshop()
  useEffect(
    () =>
      workshop.onLive((changed) => {
        if (changed === undefined || changed.subjects.has(`survey/${surveyId}`)) reload()
      }),
    [workshop, surveyId, reload],
  )
}
