export const stack = () => new Error('inline').stack;
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImlubGluZS50cyJdLCJzb3VyY2VzQ29udGVudCI6WyIvLyBuZXZlciBvbiBkaXNrIl0sIm5hbWVzIjpbXSwibWFwcGluZ3MiOiJBQUVBIn0=
