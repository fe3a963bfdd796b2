// Flags of stored jobs: a runner leaves jobs with some flags for later.

/** The flag of jobs that are done for one organisation. */
export const flagOf = (organisationId: number): string => `organisation ${organisationId}`
