// What people type when they price something: the units to choose from, and an amount as it stands in a field. Pure.

/** Those units of the interface's table by which parts are sold. */
export const partUnits = ['ea', 'pac', 'l', 'ml', 'kg', 'g', 'm'] as const

/** With at least so many decimals, and a point; nothing where there is no amount. */
export const written = (value: number | undefined, decimals: number): string =>
  value === undefined ? '' : value.toFixed(Math.max(decimals, (String(value).split('.')[1] ?? '').length))
