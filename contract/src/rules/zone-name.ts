// What people call a time zone beside a time. Apart from the clocks, because the first load of the tablet app names none by itself. Pure.

/** As people write it beside a time: CEST, GMT+3. It changes with the season. */
export const zoneName = (locale: string, timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
