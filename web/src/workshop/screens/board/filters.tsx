// What the board shows: above the lanes chips, branch, technician and order, one line that scrolls sideways on a phone; in the head
// of the board day or week, cards or table.
import { sorts, spans } from '@walkaround/contract/rules/board-lanes.ts'
import { type ReactNode, useId } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import type { BoardChoice } from '../../store/settings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { type BranchChoice, BranchPicker } from '../board-head.tsx'
import { filters, type Lanes } from './use-lanes.ts'

interface Props {
  choice: BoardChoice
  onChoose: (more: Partial<BoardChoice>) => void
  branch: BranchChoice
  counts: Lanes['counts']
  technicians: readonly string[]
  hasTable: boolean
}

const icons = { mine: 'person', late: 'clock', red: 'urgent', waits: 'hand' } as const satisfies Record<
  string,
  IconName
>

export function Filters({ choice, onChoose, branch, counts, technicians }: Omit<Props, 'hasTable'>) {
  const { t } = useWords()
  const toggle = (filter: (typeof filters)[number]) =>
    onChoose({
      filters: choice.filters.includes(filter)
        ? choice.filters.filter((one) => one !== filter)
        : [...choice.filters, filter],
    })
  return (
    <fieldset className="board-filters">
      <legend className="unseen">{t('filter.title')}</legend>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className="filter"
          aria-pressed={choice.filters.includes(filter)}
          onClick={() => toggle(filter)}
        >
          <Icon name={icons[filter]} size={20} />
          <span>{t(`filter.${filter}`)}</span> <span className="lane-count">{counts[filter]}</span>
        </button>
      ))}
      {branch.all.length > 1 && <BranchPicker branch={branch} />}
      {technicians.length > 0 && (
        <Picker
          label={t('filter.technician')}
          value={choice.technician ?? ''}
          onChoose={(name) => onChoose({ technician: name === '' ? undefined : name })}
        >
          <option value="">{t('filter.allTechnicians')}</option>
          {technicians.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Picker>
      )}
      <Picker
        label={t('sort.title')}
        value={choice.sort}
        onChoose={(value) => onChoose({ sort: sorts.find((one) => one === value) ?? 'promised' })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </Picker>
    </fieldset>
  )
}

export function Views({ choice, onChoose, hasTable }: Pick<Props, 'choice' | 'onChoose' | 'hasTable'>) {
  const { t } = useWords()
  return (
    <div className="board-views">
      <Switch
        label={t('span.title')}
        options={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
        value={choice.span}
        onChoose={(span) => onChoose({ span })}
      />
      {hasTable && (
        <Switch
          label={t('look.title')}
          options={(['cards', 'table'] as const).map((value) => ({ value, label: t(`look.${value}`) }))}
          value={choice.look}
          onChoose={(look) => onChoose({ look })}
        />
      )}
    </div>
  )
}

function Picker(props: {
  label: string
  value: string
  onChoose: (value: string) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="picker">
      <label htmlFor={id} className="unseen">
        {props.label}
      </label>
      <select id={id} value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        {props.children}
      </select>
    </div>
  )
}

function Switch<V extends string>(props: {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChoose: (value: V) => void
}) {
  return (
    <fieldset className="switch">
      <legend className="unseen">{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChoose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
