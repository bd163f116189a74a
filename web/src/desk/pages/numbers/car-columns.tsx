// The columns of the cars behind the figures: what a screen has room for, and all that a file has.
import type { FigureCar, Figures } from '@walkaround/contract/dms/figures.ts'
import { figuresOfCars } from '@walkaround/contract/figures.ts'
import { vehicleKeyOf } from '@walkaround/contract/rules/vehicle-key.ts'
import type { Column } from '../../../office/ui/table.tsx'
import { Link } from '../../app/router.ts'
import type { Words } from '../../app/words.ts'
import { choicesOf, figureOfKey, keyOfFigure, valueIn } from './figure-choice.ts'
import { nameOfFigure, sayValue } from './figure-words.ts'

type CarColumn = Column<FigureCar>

interface Around {
  /** Whether the person sees several. */
  hasBranches: boolean
  cars: readonly FigureCar[]
}

export function carColumnsOf(
  words: Words,
  shown: Figures,
  around: Around,
): { compared: CarColumn[]; all: CarColumn[] } {
  const places = placesOf(words, around)
  const choices = choicesOf(shown)
  const figureColumns = choices.flatMap((choice): CarColumn[] => {
    const { definition, currency } = choice
    const ofCar = ({ figures }: FigureCar) => valueIn({ figures }, choice)
    // Red and amber of one car are counted, not averaged.
    const label =
      definition.id === 'redPerCar'
        ? words.t('numbers.red')
        : definition.id === 'amberPerCar'
          ? words.t('numbers.amber')
          : nameOfFigure(definition, currency)
    const column: CarColumn = {
      name: keyOfFigure(choice),
      label,
      read: (car) => ofCar(car)?.value,
      show: (car) => {
        const found = ofCar(car)
        return found ? sayValue(words, definition, found, currency) : '–'
      },
      isNumber: true,
    }
    // A share of one car is no share: a file has how many of how many.
    if (definition.kind !== 'share') return [column]
    return [
      { ...column, read: (car) => ofCar(car)?.count },
      { ...column, name: `${column.name}-of`, label: `${label} (/)`, read: (car) => ofCar(car)?.of },
    ]
  })
  return {
    compared: [
      // The model stands below the plate.
      ...places.filter(({ name }) => name !== 'vin' && name !== 'model'),
      ...figureColumns.filter(({ name }) => figuresOfCars.includes(figureOfKey(name))),
    ],
    all: [...places, ...figureColumns],
  }
}

const modelOf = ({ make, model }: FigureCar) => [make, model].filter(Boolean).join(' ') || undefined

function placesOf(words: Words, { hasBranches, cars }: Around): CarColumn[] {
  const { t, briefDate } = words
  const plateOf = ({ numberPlate }: FigureCar) => numberPlate ?? t('numbers.noPlate')
  return [
    {
      name: 'plate',
      label: t('numbers.car'),
      read: ({ numberPlate }) => numberPlate,
      show: (car) => {
        const key = vehicleKeyOf(car)
        return (
          <>
            {key === undefined ? plateOf(car) : <Link to={{ page: 'vehicle', key }}>{plateOf(car)}</Link>}{' '}
            <span className="soft">{modelOf(car)}</span>
          </>
        )
      },
    },
    {
      name: 'model',
      label: t('numbers.model'),
      read: modelOf,
    },
    { name: 'vin', label: 'VIN', read: ({ vin }) => vin },
    {
      name: 'order',
      label: t('numbers.order'),
      read: ({ externalId, orderId, isRejected }) =>
        isRejected ? `${externalId ?? orderId} (${t('numbers.rejected')})` : (externalId ?? orderId),
    },
    { name: 'day', label: t('numbers.by.day'), read: ({ day }) => day, show: ({ day }) => briefDate(day) },
    ...(hasBranches
      ? [
          {
            name: 'branch',
            label: t('numbers.by.branch'),
            read: ({ branch, branchId }: FigureCar) => branch ?? branchId,
          },
        ]
      : []),
    ...(cars.some(({ persons }) => persons)
      ? [
          {
            name: 'persons',
            label: t('numbers.persons'),
            read: ({ persons = [] }: FigureCar) => persons.map(({ name }) => name).join(', ') || undefined,
          },
        ]
      : []),
  ]
}
