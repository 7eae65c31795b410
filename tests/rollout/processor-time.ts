import { readFileSync } from 'node:fs';

/** Linux states processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Processor time of a process, and of its children that have ended, in ms; 0 when there is no such process. */
function timeOf(pid: number): { own: number; children: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields 14 to 17 of proc(5); the second one is a name in parentheses, which may hold spaces.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map((ticks) => Number(ticks) * MS_PER_TICK);
    return { own: sum(times.slice(0, 2)), children: sum(times.slice(2)) };
  } catch {
    return { own: 0, children: 0 };
  }
}

/** Time of all processors since the start of the machine, in ms. */
function machineTime(): { all: number; idle: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of the first two.
  const times = line
    .split(/\s+/)
    .slice(1, 9)
    .map((ticks) => Number(ticks) * MS_PER_TICK);
  return { all: sum(times), idle: (times[3] ?? 0) + (times[4] ?? 0) };
}

/** Who used the processors of this machine: says why a rate was not reached. */
export class ProcessorTime {
  private readonly began: ReturnType<ProcessorTime['now']>;

  private constructor(private readonly replicas: () => readonly number[]) {
    this.began = this.now();
  }

  /** @param replicas the processes of the replicas that run at the moment */
  static start(replicas: () => readonly number[]): ProcessorTime | undefined {
    return process.platform === 'linux' ? new ProcessorTime(replicas) : undefined;
  }

  /** Shares of all processors since the start, in words. */
  describe(): string {
    const now = this.now();
    const share = (key: keyof typeof now) =>
      `${Math.round((100 * (now[key] - this.began[key])) / (now.all - this.began.all))} %`;
    return `processors: replicas ${share('replicas')}, load and balancers ${share('load')}, all else ${share('others')}, idle ${share('idle')}`;
  }

  private now() {
    const { all, idle } = machineTime();
    // Replicas that have ended are counted with this process, which started them.
    const { own: load, children } = timeOf(process.pid);
    const replicas = children + sum(this.replicas().map((pid) => timeOf(pid).own));
    return { all, idle, load, replicas, others: all - idle - load - replicas };
  }
}
