// One finding with possible work: packages that fit the car, with prices, and an own line.
import { useWords } from '../../app/words.tsx'
import type { OfferedWork } from '../../store/works.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, StatusBadge } from '../../ui/parts.tsx'
import { type Finding, type OfferedPackage, priceOf } from './offer.ts'

interface VariantChoice {
  packageId: string
  variantId: string
  selected: boolean
}

export function FindingCard(props: {
  finding: Finding
  isOut: boolean
  mayChange: boolean
  /** Offers at other findings that also cover this one (I4). */
  covering: readonly OfferedWork[]
  onVariant: (choice: VariantChoice) => void
  onOwn: () => void
}) {
  const { t, measured } = useWords()
  const { question, answer, status } = props.finding
  return (
    <li className="panel finding-card">
      <div className="offer-head">
        <div className="offer-words">
          <h3>{question.text}</h3>
          <p>
            {measured(answer.value, answer.unitOfMeasurement)}
            {answer.comment && <span className="soft"> · {answer.comment}</span>}
          </p>
        </div>
        <StatusBadge status={status ?? 'none'} />
      </div>
      {props.covering.map((one) => (
        <Covered key={`${one.questionId} ${one.packageId} ${one.variantId}`} covering={one} />
      ))}
      {withoutCovered(answer.packages, props.covering).flatMap((offered) =>
        (offered.variants ?? []).map((variant) => (
          <Variant
            key={`${offered.id} ${variant.id}`}
            offered={offered}
            variant={variant}
            isOut={props.isOut}
            mayChange={props.mayChange}
            onToggle={(selected) =>
              props.onVariant({ packageId: offered.id ?? '', variantId: variant.id, selected })
            }
          />
        )),
      )}
      {props.mayChange && (
        <Button look="quiet" icon="plus" onClick={props.onOwn}>
          {t('quotes.own')}
        </Button>
      )}
    </li>
  )
}

const withoutCovered = (packages: readonly OfferedPackage[] = [], covering: readonly OfferedWork[]) =>
  packages.filter(({ id }) => !covering.some(({ packageId }) => packageId === id))

/** For people who may only read: as a sign and as a word. */
export function Chosen() {
  const { t } = useWords()
  return (
    <>
      <Icon name="check" />
      <span className="unseen">{t('finding.chosen')}</span>
    </>
  )
}

/** Cannot be selected again: shows which offer has it, and where. */
export function Covered({ covering }: { covering: OfferedWork }) {
  const { t } = useWords()
  return (
    <p className="covered">
      <Icon name="check" />
      <span>{t('quotes.covered', { offer: covering.name, at: covering.at })}</span>
    </p>
  )
}

function Variant(props: {
  offered: OfferedPackage
  variant: NonNullable<OfferedPackage['variants']>[number]
  isOut: boolean
  mayChange: boolean
  onToggle: (selected: boolean) => void
}) {
  const { t, money } = useWords()
  const { offered, variant } = props
  const price = priceOf(variant, props.isOut)
  const { currency } = offered
  const isPriced = price.exVat !== undefined && currency !== undefined
  const isOn = variant.selected === true
  const words = (
    <>
      <span className="variant-words">
        <strong>{offered.description ?? offered.id}</strong>
        {variant.description && <span className="soft">{variant.description}</span>}
        {isPriced && (
          <span className="soft">
            {t('quotes.split', {
              labour: money(price.labour ?? 0, currency),
              parts: money(price.parts ?? 0, currency),
            })}
          </span>
        )}
      </span>
      {isPriced ? (
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
          {price.plainIncVat !== undefined && <span className="fact good">{t('quotes.outOfWarranty')}</span>}
        </span>
      ) : (
        <span className="variant-price soft">{t('quotes.noPrice')}</span>
      )}
    </>
  )
  if (!props.mayChange || (!isPriced && !isOn))
    return (
      <div className="variant to-read">
        {isOn && <Chosen />}
        {words}
      </div>
    )
  return (
    <button type="button" className="variant" aria-pressed={isOn} onClick={() => props.onToggle(!isOn)}>
      <span className="variant-box">{isOn && <Icon name="check" />}</span>
      {words}
    </button>
  )
}
