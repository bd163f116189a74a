// The options of a message, from the service: read again when something happened to the inspection.
import type { MessageOptions } from '@walkaround/contract/app/messages.ts'
import { useEffect } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useRead } from '../use-read.ts'
import { useLive } from './use-messages.ts'

/** Undefined until they are known; the last known ones stay without a network. */
export function useMessageOptions(
  surveyId: string,
  operations: MessageOperations,
): MessageOptions | undefined {
  const isOnline = useSignal(useWorkshop().isOnline)
  const { value, reload } = useRead(surveyId, () => operations.options(surveyId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the network coming back is a reason to ask again
  useEffect(reload, [isOnline, reload])
  useLive(surveyId, reload)
  return value
}
