// What counts as a vehicle identification number. Used by tablet and service. Pure.

/** 17 characters of A–Z and 0–9 without I, O and Q, in capitals; undefined for anything else (F3). */
export function findVin(text: string | undefined): string | undefined {
  const vin = text?.trim()
  // Tested before converting to capitals, which would turn ß into SS and ſ into S.
  return vin !== undefined && /^[A-HJ-NPR-Z0-9]{17}$/i.test(vin) ? vin.toUpperCase() : undefined
}
