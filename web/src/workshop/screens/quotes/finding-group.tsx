// The findings of one system at one axle: what was measured in one line, the work that answers them, and each finding. Of
// alternatives one is chosen; work that the order already has is grey and asks before it is offered.
import { minus } from '@walkaround/contract/rules/money.ts'
import type { WearDates } from '@walkaround/contract/rules/wear-words.ts'
import { type ReactNode, useId, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, StatusBadge } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Chosen, Covered } from '../offered-marks.tsx'
import type { Questions } from '../questions/line-question.tsx'
import { FindingCard } from './finding-card.tsx'
import { chosenOf, type Group, type Mention, type Work } from './groups.ts'
import { type Finding, priceOf } from './offer.ts'

interface Props {
  surveyId: string
  group: Group
  isOut: boolean
  mayChange: boolean
  questions: Questions
  urgentFrom: (finding: Finding) => WearDates | undefined
  partsOf: (finding: Finding) => ReactNode
  /** `off` is taken out of the offer, then `on` is put in. */
  onChoose: (on: Work | undefined, off: readonly Work[]) => void
  onOwn: (finding: Finding) => void
}

export function FindingGroup(props: Props) {
  const { t } = useWords()
  const titleId = useId()
  const { group } = props
  const title = useTitle(group)
  return (
    <section className="panel finding-group" aria-labelledby={titleId}>
      <div className="offer-head">
        <div className="offer-words">
          <h3 id={titleId}>{title}</h3>
          <Mentions mentions={group.mentions} />
        </div>
        <StatusBadge status={group.status ?? 'none'} />
      </div>
      {group.covering.map((one) => (
        <Covered key={`${one.questionId} ${one.packageId} ${one.variantId}`} covering={one} />
      ))}
      {group.choices.map((choice) => (
        <Choices key={choice[0]?.key} {...props} choice={choice} />
      ))}
      <ul className="finding-list" aria-label={t('quotes.findingsOf', { group: title })}>
        {group.findings.map((finding) => (
          <FindingCard
            key={`${finding.question.id} ${finding.answer.id}`}
            surveyId={props.surveyId}
            finding={finding}
            urgentFrom={props.urgentFrom(finding)}
            mayChange={props.mayChange}
            questions={props.questions}
            parts={props.partsOf(finding)}
            onOwn={() => props.onOwn(finding)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Brakes, front. */
function useTitle({ section, axle }: Group): string {
  const { t } = useWords()
  return axle === undefined ? section : t(`quotes.axle.${axle}`, { section })
}

/** Left 1.9 mm, right 2.8 mm · Front discs: lip. */
function Mentions({ mentions }: { mentions: readonly Mention[] }) {
  const { t, measured } = useWords()
  if (mentions.length === 0) return null
  const values = mentions.flatMap((one) => {
    if (one.kind !== 'value') return []
    const value = measured(one.value, one.unit)
    return [one.title === undefined ? `${t(`quotes.side.${one.side}`)} ${value}` : `${one.title} ${value}`]
  })
  const words = mentions.flatMap((one) => (one.kind === 'words' ? [`${one.title}: ${one.text}`] : []))
  return <p className="mentions">{[values.join(', '), ...words].filter(Boolean).join(' · ')}</p>
}

function Choices(props: Props & { choice: readonly Work[] }) {
  const { t } = useWords()
  const name = useId()
  const { choice, mayChange } = props
  const [asking, ask] = useState<Work>()
  const chosen = chosenOf(choice)
  const others = (work: Work | undefined) => choice.filter((one) => one.isSelected && one !== work)
  const choose = (work: Work) => {
    if (work.heldBy && !work.isSelected) ask(work)
    else props.onChoose(work, others(work))
  }
  const isOpen = choice.some((work) => isPriced(work, props.isOut) || work.isSelected)
  const rowOf = (work: Work) => (
    <WorkWords
      work={work}
      isOut={props.isOut}
      group={props.group}
      compared={chosen === work ? undefined : chosen}
    />
  )
  return (
    <>
      {!mayChange || !isOpen ? (
        choice.map((work) => (
          <div key={work.key} className={`variant to-read ${work.heldBy ? 'held' : ''}`}>
            {work.isSelected && <Chosen />}
            {rowOf(work)}
          </div>
        ))
      ) : choice.length === 1 && choice[0] ? (
        <Toggle work={choice[0]} onOn={choose} onOff={(work) => props.onChoose(undefined, [work])}>
          {rowOf(choice[0])}
        </Toggle>
      ) : (
        <fieldset className="alternatives">
          <legend>{t('quotes.oneOf')}</legend>
          {choice.map((work) => (
            <label key={work.key} className={`variant ${work.heldBy ? 'held' : ''}`}>
              <input
                type="radio"
                name={name}
                checked={work === chosen}
                disabled={!isPriced(work, props.isOut)}
                onChange={() => choose(work)}
              />
              {rowOf(work)}
            </label>
          ))}
          <label className="variant none">
            <input
              type="radio"
              name={name}
              checked={chosen === undefined}
              onChange={() => props.onChoose(undefined, others(undefined))}
            />
            <span className="variant-words">{t('quotes.noneOf')}</span>
          </label>
        </fieldset>
      )}
      {asking && (
        <Sheet
          title={t('quotes.heldTitle')}
          onClose={() => ask(undefined)}
          footer={
            <>
              <Button onClick={() => ask(undefined)}>{t('quotes.heldNot')}</Button>
              <Button
                look="main"
                icon="plus"
                onClick={() => {
                  ask(undefined)
                  props.onChoose(asking, others(asking))
                }}
              >
                {t('quotes.heldYes')}
              </Button>
            </>
          }
        >
          <p>
            {t('quotes.heldWhat', {
              work: asking.offered.description ?? asking.packageId,
              line: heldName(asking),
            })}
          </p>
        </Sheet>
      )}
    </>
  )
}

const heldName = ({ heldBy }: Pick<Work, 'heldBy'>) => heldBy?.description ?? heldBy?.itemCode ?? ''
const isPriced = ({ offered, variant }: Work, isOut: boolean): boolean =>
  priceOf(variant, isOut).exVat !== undefined && offered.currency !== undefined

function Toggle(props: {
  work: Work
  onOn: (work: Work) => void
  onOff: (work: Work) => void
  children: ReactNode
}) {
  const { work } = props
  return (
    <button
      type="button"
      className={`variant ${work.heldBy ? 'held' : ''}`}
      aria-pressed={work.isSelected}
      onClick={() => (work.isSelected ? props.onOff(work) : props.onOn(work))}
    >
      <span className="variant-box">{work.isSelected && <Icon name="check" />}</span>
      {props.children}
    </button>
  )
}

function WorkWords(props: { work: Work; isOut: boolean; group: Group; compared: Work | undefined }) {
  const { t, money } = useWords()
  const { work, group, compared } = props
  const { offered, variant } = work
  const { currency } = offered
  const price = priceOf(variant, props.isOut)
  const isKnown = price.exVat !== undefined && currency !== undefined
  const than =
    compared?.offered.currency === currency ? priceOf(compared!.variant, props.isOut).incVat : undefined
  const more = than === undefined || price.incVat === undefined ? undefined : minus(price.incVat, than)
  const isForSome = work.questionIds.length < group.findings.length
  const isFor = group.findings.filter(({ question }) => work.questionIds.includes(question.id))
  return (
    <>
      <span className="variant-words">
        <strong>{offered.description ?? offered.id}</strong>
        {variant.description && <span className="soft">{variant.description}</span>}
        {isForSome && (
          <span className="soft">
            {t('quotes.isFor', {
              findings: isFor.map(({ title }) => title).join(', '),
            })}
          </span>
        )}
        {isKnown && (
          <span className="soft">
            {t('quotes.split', {
              labour: money(price.labour ?? 0, currency),
              parts: money(price.parts ?? 0, currency),
            })}
          </span>
        )}
        {work.heldBy && (
          <span className="held-words">
            <Icon name="check" size={18} /> {t('quotes.held', { line: heldName(work) })}
          </span>
        )}
      </span>
      {isKnown ? (
        <span className="variant-price">
          {price.plainIncVat !== undefined && (
            <s>
              <span className="unseen">{t('quotes.insteadOf')} </span>
              {money(price.plainIncVat, currency)}
            </s>
          )}
          <strong>{price.incVat === undefined ? '' : money(price.incVat, currency)}</strong>
          <span className="soft">
            {t('quotes.exVatShort', { amount: money(price.exVat ?? 0, currency) })}
          </span>
          {more !== undefined && more !== 0 && (
            <span className="soft">
              {t(more > 0 ? 'quotes.dearer' : 'quotes.cheaper', { amount: money(Math.abs(more), currency) })}
            </span>
          )}
          {price.plainIncVat !== undefined && <span className="fact good">{t('quotes.outOfWarranty')}</span>}
        </span>
      ) : (
        <span className="variant-price soft">{t('quotes.noPrice')}</span>
      )}
    </>
  )
}
