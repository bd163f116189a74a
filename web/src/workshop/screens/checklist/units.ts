// Units as people write them. Pure.

export const shortUnit = (unit: string | undefined): string => (unit === 'Cel' ? '°C' : (unit ?? ''))
