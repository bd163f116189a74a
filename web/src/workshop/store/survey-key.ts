// The key of a client's survey in sets and maps.

export const surveyKey = ({ clientId, surveyId }: { clientId: string; surveyId: string }): string =>
  `${clientId}\n${surveyId}`
