// The options of a message, from the service: read again when something happened to the inspection.
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import { useEffect } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { type Reading, useRead } from '../use-read.ts'
import { useLive } from './use-messages.ts'

/** The last known ones stay without a network. */
export function useMessageOptions(surveyId: string, operations: MessageOperations): Reading<MessageOptions> {
  const isOnline = useSignal(useWorkshop().isOnline)
  const reading = useRead(surveyId, () => operations.options(surveyId))
  const { reload } = reading
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network coming back is a reason to ask again
  useEffect(reload, [isOnline, reload])
  useLive(surveyId, reload)
  return reading
}
