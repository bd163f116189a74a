// The leads of the branch with their customer video review, and the search among them.
import { useDeferredValue, useState } from 'preact/compat'
import { useScreensFrom, useWorkshop } from '../app/context.tsx'
import { CarClock, useWords } from '../app/words.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { IconButton } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import { Age, BranchPicker, Nothing, Search, useBranch, useNeighbours } from './board-head.tsx'
import { CarCard } from './car-card.tsx'
import { findNext, inOrder } from './cards.ts'
import { NeighboursProvider } from './neighbours.ts'
import { sumUnsent, useBoard, useSeenChanges, useUnsent } from './use-board.ts'

export function Leads() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const [words, setWords] = useState('')
  const branch = useBranch()
  const view = useBoard(branch.id, useDeferredValue(words))
  const cards = view.cards?.filter(({ kind }) => kind === 'lead')
  const seen = useSeenChanges()
  const unsent = useUnsent()
  const neighbours = useNeighbours(view)
  // A hit of a search is no advice what to do next.
  const next = words.trim() === '' ? findNext(cards ?? []) : undefined
  const refresh = async () => {
    workshop.poke()
    if (await view.refresh()) toast(t('board.refreshed'))
  }
  return (
    <main id="main" className="screen board" aria-busy={view.isReading}>
      <header className="board-head">
        <div className="board-title">
          <h1>{t('leads.title')}</h1>
          {cards && <p className="soft">{t('board.count', { n: cards.length })}</p>}
        </div>
        <Search words={words} onWords={setWords} />
        <div className="board-tools">
          {branch.all.length > 1 && <BranchPicker branch={branch} />}
          <IconButton
            icon="sync"
            label={t('board.refresh')}
            onClick={refresh}
            className={view.isReading ? 'turning' : ''}
          />
          {useScreensFrom('board').map(({ screen, icon, label }) => (
            <LinkButton key={screen} to={{ screen }} look="main" icon={icon}>
              {t(label)}
            </LinkButton>
          ))}
        </div>
      </header>
      <Age view={view} />
      {cards && cards.length > 0 ? (
        <NeighboursProvider value={neighbours}>
          <div className="cars">
            {inOrder(cards, next).map((card) => (
              <CarClock key={card.id} branchId={card.branchId}>
                <CarCard
                  card={card}
                  isNext={card === next}
                  isChangeSeen={seen.isSeen(card)}
                  unsent={sumUnsent(card, unsent)}
                  onOpen={seen.see}
                />
              </CarClock>
            ))}
          </div>
        </NeighboursProvider>
      ) : (
        <Nothing view={view} words={words} isLeads />
      )}
    </main>
  )
}
