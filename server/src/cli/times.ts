// How a time looks on the terminal: in UTC, as the logs have it. The title or the text beside it says so. Pure.

/** `2026-03-01 14:30`; empty if there is no time. */
export const toMinute = (time: string | null | undefined): string => cut(time, 16)

/** `2026-03-01 14:30:05`; empty if there is no time. */
export const toSecond = (time: string | null | undefined): string => cut(time, 19)

const cut = (time: string | null | undefined, length: number) =>
  time?.slice(0, length).replace('T', ' ') ?? ''
