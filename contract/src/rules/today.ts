// What "today" is: which lists there are, and for how long something stays in them.

/** In the order in which work passes: found, offered, approved, invoiced. */
export const todayLists = ['notOffered', 'undecided', 'notOrdered', 'notApproved'] as const
export type TodayListName = (typeof todayLists)[number]

/**
 * For how many days something is in a list. What is older is in the numbers and among the work that was put off: nobody solves it
 * today. Work that was approved may wait for parts, so it stays longer.
 */
export const todayDays: Readonly<Record<TodayListName, number>> = {
  notOffered: 14,
  undecided: 14,
  notOrdered: 30,
  notApproved: 14,
}

/** After an order was closed, its approved work stays in the list for so many days: it was done and is missing, or was forgotten. */
export const closedOrderDays = 14

/** Most cars of a list; sums and counts are those of all. */
export const mostTodayCars = 100

/** Initially, and until the client says otherwise. */
export const usualRedMinutes = 25
