// A database row without its nulls: absent values are left out, as everywhere else in the code.

type Nullable<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T]

type WithoutNulls<T> = Omit<T, Nullable<T>> & { [K in Nullable<T>]?: NonNullable<T[K]> }

export const withoutNulls = <T extends object>(row: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>
