// The worker thread that works on long packages and price lists.
import { answerJobs } from '../../outside/answer-jobs.ts'
import { createPackageWork, type PackageJob } from './package-work.ts'

const work = createPackageWork()

answerJobs<PackageJob>(async (job) => ({ value: work(job) }), { isUrgent: true })
