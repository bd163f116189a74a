// The figures as data: what each is the sum of, what it is divided by, and how it is read. Service, page, command line and guide
// take them from here; what each means in words is in languages/<language>/server/figures.json.

/** Counted per order, and added up over days, branches and persons. */
export const countNames = [
  'orders',
  'rejected',
  'checked',
  'checks',
  'amber',
  'red',
  'offered',
  'approved',
  'sold',
  'deferred',
  'returned',
  'sent',
  'opened',
  'decidedOnline',
  'timedChecks',
  'checkSeconds',
  'told',
  'toldSeconds',
  'decided',
  'decidedSeconds',
  'photos',
  'videos',
  'stars',
  'feedbacks',
  'timedOffers',
  'offerSeconds',
  'partsReplies',
  'partsSeconds',
  'notOffered',
  'sentWithVideo',
  'watched',
] as const
export type CountName = (typeof countNames)[number]

/** Money without VAT, per currency: never added over currencies. */
export const moneyNames = [
  'pricedOrders',
  'offeredMoney',
  'approvedMoney',
  'soldMoney',
  'upliftMoney',
] as const
export type MoneyName = (typeof moneyNames)[number]

export type Counts = Record<CountName, number>
export type MoneySums = Record<MoneyName, number>

export type FigureKind = 'count' | 'share' | 'average' | 'minutes' | 'stars' | 'money'

interface OfCounts {
  id: string
  kind: Exclude<FigureKind, 'money'>
  sum: readonly CountName[]
  per?: CountName
}
interface OfMoney {
  id: string
  kind: 'money'
  sum: readonly MoneyName[]
  per?: MoneyName
}
export type Figure = OfCounts | OfMoney

/** In the order in which they are shown. */
export const figures = [
  { id: 'orders', kind: 'count', sum: ['orders'] },
  { id: 'rejected', kind: 'count', sum: ['rejected'] },
  { id: 'checkRate', kind: 'share', sum: ['checked'], per: 'orders' },
  { id: 'redPerCar', kind: 'average', sum: ['red'], per: 'checked' },
  { id: 'amberPerCar', kind: 'average', sum: ['amber'], per: 'checked' },
  { id: 'found', kind: 'count', sum: ['red', 'amber'] },
  { id: 'notOffered', kind: 'count', sum: ['notOffered'] },
  { id: 'offered', kind: 'count', sum: ['offered'] },
  { id: 'approved', kind: 'count', sum: ['approved'] },
  { id: 'sold', kind: 'count', sum: ['sold'] },
  { id: 'offeredMoney', kind: 'money', sum: ['offeredMoney'] },
  { id: 'approvedMoney', kind: 'money', sum: ['approvedMoney'] },
  { id: 'soldMoney', kind: 'money', sum: ['soldMoney'] },
  { id: 'approvedShare', kind: 'share', sum: ['approved'], per: 'offered' },
  { id: 'soldShare', kind: 'share', sum: ['sold'], per: 'offered' },
  { id: 'upliftPerOrder', kind: 'money', sum: ['upliftMoney'], per: 'pricedOrders' },
  { id: 'checkMinutes', kind: 'minutes', sum: ['checkSeconds'], per: 'timedChecks' },
  { id: 'partsMinutes', kind: 'minutes', sum: ['partsSeconds'], per: 'partsReplies' },
  { id: 'offerMinutes', kind: 'minutes', sum: ['offerSeconds'], per: 'timedOffers' },
  { id: 'resultMinutes', kind: 'minutes', sum: ['toldSeconds'], per: 'told' },
  { id: 'decisionMinutes', kind: 'minutes', sum: ['decidedSeconds'], per: 'decided' },
  { id: 'sent', kind: 'count', sum: ['sent'] },
  { id: 'openedShare', kind: 'share', sum: ['opened'], per: 'sent' },
  { id: 'watchedShare', kind: 'share', sum: ['watched'], per: 'sentWithVideo' },
  { id: 'decidedOnlineShare', kind: 'share', sum: ['decidedOnline'], per: 'sent' },
  { id: 'deferred', kind: 'count', sum: ['deferred'] },
  { id: 'returnedShare', kind: 'share', sum: ['returned'], per: 'deferred' },
  { id: 'photosPerCheck', kind: 'average', sum: ['photos'], per: 'checks' },
  { id: 'videosPerCheck', kind: 'average', sum: ['videos'], per: 'checks' },
  { id: 'stars', kind: 'stars', sum: ['stars'], per: 'feedbacks' },
] as const satisfies readonly Figure[]
export type FigureId = (typeof figures)[number]['id']
export const figureIds = figures.map(({ id }) => id)

/** Of a car in a list: enough to find one worth a look. */
export const figuresOfCars: readonly string[] = [
  'redPerCar',
  'amberPerCar',
  'notOffered',
  'offered',
  'approved',
  'sold',
  'offeredMoney',
  'soldMoney',
  'checkMinutes',
  'stars',
] satisfies readonly FigureId[]

/** Of branches and persons side by side: enough to compare, and a thousand of them are not too much to send. */
export const figuresCompared = [
  'orders',
  'checkRate',
  'redPerCar',
  'amberPerCar',
  'offered',
  'sold',
  'soldMoney',
  'upliftPerOrder',
  'checkMinutes',
  'openedShare',
  'stars',
] as const satisfies readonly FigureId[]

/** Of single questions; how they are made is in rules/figure-values.ts. */
export const questionFigures = ['questionSeconds', 'findRate', 'moneyPerMinute'] as const
export type QuestionFigureId = (typeof questionFigures)[number]

/** The steps of the funnel, in pieces and in money. What is found has no price of its own. */
export const funnel = {
  pieces: ['found', 'offered', 'approved', 'sold'],
  money: ['offeredMoney', 'approvedMoney', 'soldMoney'],
} as const satisfies Record<string, readonly FigureId[]>

/** Below this a share is told as "3 of 4": one car more or less would change it by more than ten per cent. */
export const SMALL_NUMBER = 10
/** A check that took longer was interrupted, such as by a night, and its time does not count. */
export const LONGEST_CHECK_HOURS = 12
/** Between two taps: whoever taps later did something else meanwhile, and the time does not count. */
export const LONGEST_PAUSE_MINUTES = 5
/** Inspections whose completion makes a car a checked one. */
export const checkTypes = ['health', 'VC'] as const
/** Messages that bring the result of a check to the owner. */
export const resultTypes = ['surveyResultsEmail', 'vcApproval'] as const
/** Groups in one reply; of more, those with the most orders. A time has as many as it needs. */
export const MOST_GROUPS = 1_000
/** The longest period that is added up. */
export const MOST_YEARS = 5

/** What a list of cars begins with: the newest, or the most of something. */
export const carOrders = ['day', 'sold', 'notSold', 'notOffered'] as const
export type CarOrder = (typeof carOrders)[number]
/** By money of one currency. */
export const ordersByMoney: readonly CarOrder[] = ['sold', 'notSold']
/** Sorted by anything but the day, every order of the period is read, so it may have no more. */
export const MOST_SORTED_ORDERS = 20_000

export const groupings = ['none', 'site', 'branch', 'person', 'day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]
