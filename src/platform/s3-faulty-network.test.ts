import { describeFaultyNetwork } from '#tests/support/storage/faulty-network.ts'
import { startDouble } from '#tests/support/storage/s3-double.ts'

describeFaultyNetwork('a double', startDouble, false)
