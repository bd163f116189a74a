// How far the parts of a finding are: a sign and a line, the words of the workshop, and what the parts desk replied, part by part.
import type { PartLine, PartRequest } from '@walkaround/contract/dms/parts.ts'
import type { PartState as State } from '@walkaround/contract/rules/parts.ts'
import { useWords } from '../../app/words.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { useMinute } from '../use-minute.ts'
import { partLine } from './part-words.ts'

const icons: Readonly<Record<State, IconName>> = {
  requested: 'clock',
  priced: 'check',
  unavailable: 'urgent',
}

export function PartState({ request }: { request: PartRequest }) {
  const words = useWords()
  const now = useMinute()
  const { state, text, note, lines = [], currency } = request
  return (
    <div className="part-state">
      <p className={`part-line ${state}`}>
        <Icon name={icons[state]} size={22} />
        <span>{partLine(request, words, now)}</span>
      </p>
      {text !== undefined && <p className="part-text">{text}</p>}
      {state === 'priced' && lines.length > 0 && (
        <ul className="part-lines" aria-label={words.t('parts.lines')}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none of them moves
            <Line key={at} line={line} currency={currency} />
          ))}
        </ul>
      )}
      {state === 'priced' && note !== undefined && <p className="part-text">{note}</p>}
    </div>
  )
}

function Line({ line, currency }: { line: PartLine; currency: string | undefined }) {
  const { money, quantity } = useWords()
  return (
    <li>
      <span className="part-what">
        {line.description}
        {line.itemCode !== undefined && <span className="soft"> {line.itemCode}</span>}
      </span>
      <span className="part-amount">{quantity(line.quantity, line.unitOfMeasure)}</span>
      <span className="part-amount">{money(line.amountExVat, currency)}</span>
    </li>
  )
}
