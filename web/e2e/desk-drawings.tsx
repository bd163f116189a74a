// A page with every drawing of the desk and a table of a thousand rows, from made-up figures: what the product shows only with much data.
// Built by desk-drawings.ts for the checks alone.
import { createRoot } from 'preact/compat/client'
import { loadSpoken, useWords } from '../src/desk/app/words.ts'
import { BarChart } from '../src/desk/charts/bar-chart.tsx'
import { Curve } from '../src/desk/charts/curve.tsx'
import { FunnelChart } from '../src/desk/charts/funnel-chart.tsx'
import { LineChart } from '../src/desk/charts/line-chart.tsx'
import { shared, texts } from '../src/desk/texts/en.generated.ts'
import { WordsProvider } from '../src/office/app/words.tsx'
import { Page } from '../src/office/ui/page.tsx'
import { PeriodLine, PeriodPicker, usePeriod } from '../src/office/ui/period-picker.tsx'
import { Table } from '../src/office/ui/table.tsx'

const dayAt = (index: number, month: string) => `2026-${month}-${String(index + 1).padStart(2, '0')}`
/** Always the same, and uneven. */
const uneven = (index: number, of: number) =>
  Math.round((Math.sin(index * 1.7) + 1.3) * of + (index % 5) * of * 0.1)

const now = Array.from({ length: 18 }, (_, at) => ({
  at: dayAt(at, '11'),
  value: at === 7 ? undefined : uneven(at, 900),
}))
const before = Array.from({ length: 18 }, (_, at) => ({ at: dayAt(at, '10'), value: uneven(at + 3, 700) }))

const bars = [
  { id: 'n', label: 'Autohaus Nordstadt, Hauptbetrieb', value: 48_200, before: 39_900, isMarked: true },
  { id: 's', label: 'Südring', value: 31_050, before: 35_400 },
  { id: 'e', label: 'East', value: 0, before: 1_200 },
  { id: 'w', label: 'West', value: undefined },
]
const steps = [
  { name: 'found', label: 'Found', pieces: 412, money: 164_800 },
  { name: 'offered', label: 'Offered', pieces: 260, money: 118_300 },
  { name: 'approved', label: 'Approved', pieces: 121, money: 52_900 },
  { name: 'sold', label: 'Sold', pieces: 97, money: 41_150 },
]
const points = [
  { at: '2024-05-02', value: 7.8 },
  { at: '2025-04-20', value: 6.1 },
  { at: '2025-11-03', value: 5.2 },
  { at: '2026-05-11', value: 4.1 },
]
const limits = [
  { value: 4, status: 'amber' },
  { value: 2, status: 'red' },
] as const
const expected = [
  { at: '2026-05-11', low: 4.1, middle: 4.1, high: 4.1 },
  { at: '2027-01-11', low: 2.4, middle: 2.9, high: 3.4 },
  { at: '2027-09-11', low: 0.9, middle: 1.8, high: 2.7 },
]
const rows = Array.from({ length: 1_000 }, (_, at) => ({
  id: String(at),
  name: `Technician ${at + 1}`,
  checks: (at * 37) % 211,
  sold: (at * 7_919) % 50_000,
  share: ((at * 13) % 100) / 100,
}))

function Drawings() {
  const { wholeMoney, percent, number } = useWords()
  const period = usePeriod()
  const money = (value: number) => wholeMoney(value, 'EUR')
  const depth = (value: number) => `${number(value, 1)} mm`
  return (
    <Page title="Drawings" what={<PeriodLine period={period} />} tools={<PeriodPicker period={period} />}>
      <LineChart
        name="sold"
        title="Sold work"
        what="Approved lines on orders, by the day of the order."
        now={now}
        before={before}
        write={money}
      />
      <BarChart name="branches" title="Sold by branch" bars={bars} write={money} />
      <FunnelChart name="funnel" title="From found to sold" steps={steps} writeMoney={money} />
      <section className="panel">
        <h2>Front tyres</h2>
        <div className="actions">
          <Curve
            title="Front left"
            points={points}
            limits={limits}
            expected={expected}
            write={depth}
            width={320}
            height={160}
          />
          <Curve title="Front right" points={points.slice(0, 3)} limits={limits} write={depth} />
          <Curve
            title="Rear left"
            points={[...points, { at: '2026-06-01', value: 8, isNew: true }]}
            limits={limits}
            write={depth}
            height={56}
            width={160}
          />
        </div>
      </section>
      <section className="panel">
        <Table
          caption="Technicians"
          isCaptionShown
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { name: 'name', label: 'Name', read: ({ name }) => name },
            { name: 'checks', label: 'Checks', read: ({ checks }) => checks, isNumber: true },
            {
              name: 'sold',
              label: 'Sold',
              read: ({ sold }) => sold,
              show: ({ sold }) => money(sold),
              isNumber: true,
            },
            {
              name: 'share',
              label: 'Approved',
              read: ({ share }) => share,
              show: ({ share }) => percent(share),
              isNumber: true,
            },
          ]}
        />
      </section>
    </Page>
  )
}

const place = document.getElementById('app')
if (place)
  createRoot(place).render(
    <WordsProvider
      language="en"
      first={{ language: 'en', texts, shared }}
      load={loadSpoken}
      clocks={{ timeZone: 'UTC', branches: [] }}
    >
      <Drawings />
    </WordsProvider>,
  )
