// Everything about one car of the board: the large card, what was offered and decided, and what the DMS changed.
import type { BoardCard, DmsChange } from '@walkaround/contract/app/board.ts'
import { useClient, useRight } from '../../app/context.tsx'
import { CarClock, useWords } from '../../app/words.tsx'
import { mayAnswer } from '../../rights.ts'
import type { TextKey } from '../../texts/texts.ts'
import { Icon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CarCard } from '../car-card.tsx'
import { byType, findResult, nameOf } from '../cards.ts'
import { vehiclePageUrl } from './desk-link.ts'
import { decisionWords } from './lane-card.tsx'

interface Props {
  card: BoardCard
  unsent: number
  isChangeSeen: boolean
  onOpen: (card: BoardCard) => void
  onClose: () => void
}

export const CarSheet = (props: Props) => (
  <CarClock branchId={props.card.branchId}>
    <Opened {...props} />
  </CarClock>
)

function Opened(props: Props) {
  const { card } = props
  const words = useWords()
  const { t, money, language } = words
  const client = useClient()
  const isReader = useRight(mayAnswer) === false
  const vehiclePage = client && vehiclePageUrl(card, { lang: language, client: client.id })
  const result = findResult(card) ?? byType(card.surveys).find(({ completed }) => completed)
  const decision = decisionWords(card, words)
  const receivable = card.surveys.find(
    ({ surveyType, completed, closed }) => surveyType === 'health' && !completed && !closed,
  )
  return (
    <Sheet title={nameOf(card) || (card.externalId ?? card.id)} onClose={props.onClose}>
      <div className="car-sheet">
        {card.dmsChanges && card.dmsChanges.length > 0 && <Changes changes={card.dmsChanges} />}
        {card.sums && (
          <section aria-label={t('car.offer')} className="car-offer">
            <p>
              <strong>
                {card.sums
                  .map(({ currency, offered, isIncomplete }) => {
                    const sum = t('car.offered', { sum: money(offered, currency) })
                    return isIncomplete ? t('mark.more', { sum }) : sum
                  })
                  .join(', ')}
              </strong>
            </p>
            {decision !== '' && (
              <p className="fact good">
                <Icon name="hand" size={18} /> {t('car.decision')}: {decision}
              </p>
            )}
            {result && (
              <LinkButton look="quiet" icon="page" to={{ screen: 'quotes', surveyId: result.id }}>
                {t('car.toQuotes')}
              </LinkButton>
            )}
          </section>
        )}
        {receivable && !isReader && (
          <LinkButton look="main" icon="car" to={{ screen: 'handover', surveyId: receivable.id }}>
            {t('car.receive')}
          </LinkButton>
        )}
        {vehiclePage && (
          <a className="button quiet" href={vehiclePage}>
            <Icon name="car" />
            <span>{t('damage.earlier')}</span>
          </a>
        )}
        <CarCard card={card} isNext={false} isChangeSeen unsent={props.unsent} onOpen={props.onOpen} />
      </div>
    </Sheet>
  )
}

function Changes({ changes }: { changes: readonly DmsChange[] }) {
  const { t, dayTime } = useWords()
  const shown = (field: DmsChange['field'], value: string | undefined) =>
    value === undefined ? t('car.changedNothing') : field === 'plannedStart' ? dayTime(value) : value
  return (
    <section className="car-changes" aria-labelledby="car-changes">
      <h3 id="car-changes">
        <Icon name="sync" size={20} /> {t('car.changes')}
      </h3>
      <ul>
        {changes.map(({ field, before, after, at }) => (
          <li key={`${field} ${at}`}>
            <strong>{t(`change.${field}` as TextKey)}</strong> <span className="soft">{dayTime(at)}</span>
            {(before !== undefined || after !== undefined) && (
              <p>{t('car.changedFrom', { before: shown(field, before), after: shown(field, after) })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
