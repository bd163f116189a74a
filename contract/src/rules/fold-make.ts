// How makes are compared when a template is chosen by make (D1): without case. Imports nothing.

/** Empty for a vehicle without a make. */
export const foldMake = (make: string | undefined): string => make?.trim().toLowerCase() ?? ''
