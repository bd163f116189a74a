// The steps from found to sold, once for each currency.
import type { FigureDefinition, Figures, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { funnel } from '@walkaround/contract/figures.ts'
import { useWords } from '../../app/words.ts'
import { FunnelChart } from '../../charts/funnel-chart.tsx'
import { currenciesOf } from './figure-choice.ts'
import { sayValue } from './figure-words.ts'

export function Funnels({ shown }: { shown: Figures }) {
  const known = new Map(shown.definitions.map((definition) => [definition.id, definition]))
  const figures = shown.groups[0]?.figures ?? []
  // Money of two currencies stands in two funnels; without any money there is one in pieces.
  const currencies = currenciesOf(shown)
  return (
    <>
      {(currencies.length > 0 ? currencies : [undefined]).map((currency) => (
        <Funnel key={currency} figures={figures} currency={currency} known={known} />
      ))}
    </>
  )
}

function Funnel(props: {
  figures: readonly FigureValue[]
  currency: string | undefined
  known: ReadonlyMap<string, FigureDefinition>
}) {
  const words = useWords()
  const { figures, currency, known } = props
  const moneyOf = ['', ...funnel.money]
  const steps = funnel.pieces.map((name, at) => ({
    name,
    label: known.get(name)?.name ?? name,
    pieces: figures.find(({ id }) => id === name)?.value ?? 0,
    // What was found has no price yet.
    money:
      moneyOf[at] === ''
        ? undefined
        : (figures.find(({ id, currency: own }) => id === moneyOf[at] && own === currency)?.value ?? 0),
  }))
  return (
    <FunnelChart
      title={words.t('numbers.funnel')}
      what={words.t('numbers.funnelWhat')}
      name="funnel"
      steps={steps}
      writeMoney={(value) => sayValue(words, { kind: 'money' }, { value }, currency)}
    />
  )
}
