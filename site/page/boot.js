// The page's modules stand in it as texts. Each gets an address of its own, and a map from names to addresses, so that they
// may name each other in any order.
{
  const imports = {};
  for (const text of document.querySelectorAll('script[type="text/quod"]')) {
    const blob = new Blob([text.textContent], { type: 'text/javascript' });
    imports[`quod/${text.dataset.name}`] = URL.createObjectURL(blob);
  }
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  import(imports[`quod/${document.currentScript.dataset.first}`]);
}
