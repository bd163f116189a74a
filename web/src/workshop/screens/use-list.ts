// A list that the device keeps: its copy at once, then the server's, and again after every change that concerns it. No markup.
import { useEffect } from 'preact/compat'
import { SignedOut, Unreachable } from '../api/problem.ts'
import { useLive, useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import type { Changed } from '../app/workshop.ts'
import { findList, saveList } from '../store/lists.ts'

/** Undefined until it was read once. `concerns`: whether this change may change it; undefined means that anything may have. */
export function useList<T>(
  name: string,
  read: (clientId: string) => Promise<T>,
  concerns: (changed: Changed | undefined) => boolean = (changed) => changed === undefined,
): T | undefined {
  const workshop = useWorkshop()
  const { store } = workshop
  const clientId = useSignal(workshop.clientId)
  const login = workshop.session()?.login ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says which list it is
  useEffect(() => {
    if (clientId === undefined || login === '') return undefined
    const renew = async () => {
      try {
        const list = await read(clientId)
        if (workshop.session()?.login === login) await saveList(store, { clientId, login }, name, list)
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof SignedOut)) console.error(error)
      }
    }
    renew()
    return workshop.onLive((changed) => {
      if (concerns(changed)) renew()
    })
  }, [workshop, store, clientId, login, name])
  return useLive(
    async () => (clientId === undefined ? undefined : findList<T>(store, clientId, name, login)),
    [clientId, name, login],
  )
}
