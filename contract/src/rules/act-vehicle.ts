// How a handover act names its vehicle: the plate as people compare plates, else the VIN. Imports nothing.

/** A VIN that is added later is no other vehicle. */
export function actVehicle(vehicle: { numberPlate?: string; vin?: string } | undefined): string | undefined {
  const fold = (text: string | undefined) => text?.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return fold(vehicle?.numberPlate) || fold(vehicle?.vin) || undefined
}
