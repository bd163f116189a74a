// On a card of the board: joins it with the order of the same car, and undoes that (I5). For people with the right.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { useContext, useState } from 'preact/compat'
import { Refused } from '../api/problem.ts'
import { useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import type { TextKey } from '../texts/texts.ts'
import { Icon } from '../ui/icons.tsx'
import { Button, ErrorNote } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import { NeighboursContext } from './neighbours.ts'
import { useUnsent } from './use-board.ts'

export function SameCar({ card }: { card: BoardCard }) {
  const { t } = useWords()
  const { cards } = useContext(NeighboursContext)
  const { complaint, isBusy, join, undo } = useJoining()
  const others = cards.filter(({ kind, id }) => kind === 'order' && card.sameCar?.includes(id))
  const last = card.joined?.at(-1)
  if (others.length === 0 && !last) return null
  return (
    <div className="car-same">
      {complaint && <ErrorNote title={t(complaint)} />}
      {others.map((other) => (
        <button
          key={other.id}
          type="button"
          className="chip"
          disabled={isBusy}
          onClick={() => (card.isManual ? join(card, other) : join(other, card))}
        >
          <Icon name="car" />
          <span className="chip-words">
            <span className="chip-name">{t('joining.ask')}</span>
            <Name card={other} />
          </span>
        </button>
      ))}
      {last && (
        <Button look="quiet" icon="undo" disabled={isBusy} onClick={() => undo(last.inspectionId, card.id)}>
          {t('joining.undo')}
        </Button>
      )}
    </div>
  )
}

/** What people use to distinguish cards. */
function Name({ card }: { card: BoardCard }) {
  const { t, dayTime } = useWords().at(card.branchId)
  const words = [
    card.numberPlate ?? card.vin ?? t('board.noPlate'),
    card.customer,
    dayTime(card.plannedStart ?? card.changedAt),
  ]
  return <span className="soft">{words.filter(Boolean).join(' · ')}</span>
}

function useJoining() {
  const { t } = useWords()
  const { operations, clientId } = useWorkshop()
  const client = useSignal(clientId)
  const { onChange } = useContext(NeighboursContext)
  const unsent = useUnsent()
  const [complaint, setComplaint] = useState<TextKey>()
  const [isBusy, setBusy] = useState(false)
  const ask = async (request: (client: string) => Promise<void>, refusal: TextKey, after: () => void) => {
    if (client === undefined) return
    setBusy(true)
    setComplaint(undefined)
    try {
      await request(client)
      after()
    } catch (error) {
      setComplaint(error instanceof Refused ? refusal : 'joining.offline')
    }
    await onChange().catch((error: unknown) => console.error(error))
    setBusy(false)
  }
  const match = (inspectionId: string, orderId: string): Promise<void> =>
    ask(
      (id) => operations.matchInspection(id, inspectionId, orderId),
      'joining.refused',
      () => toast(t('joining.done'), () => undo(inspectionId, orderId)),
    )
  const undo = (inspectionId: string, orderId: string): Promise<void> =>
    ask(
      (id) => operations.unmatchInspection(id, inspectionId),
      'joining.undoRefused',
      () => toast(t('joining.undone'), () => match(inspectionId, orderId)),
    )
  // The service removes a survey that looks unchanged to it; work that is only on this device would then have no survey.
  const join = async (manual: BoardCard, order: BoardCard) => {
    if ([...manual.surveys, ...order.surveys].some(({ id }) => unsent.has(id))) setComplaint('joining.unsent')
    else await match(manual.id, order.id)
  }
  return { complaint, isBusy, join, undo }
}
