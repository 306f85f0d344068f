import { of, interval, map, take, mergeMap, delay, lastValueFrom, toArray } from 'rxjs';
console.log(await lastValueFrom(interval(1).pipe(take(3), map((n) => n * n), toArray())));
of(3, 1, 2).pipe(mergeMap((n) => of(n).pipe(delay(n * 20)))).subscribe({ next: (n) => console.log(n), complete: () => console.log('complete') });
